import Glibc
import Testing

@testable import Speech

@Suite struct `A worker` {
    private static func shell(_ script: String) -> Worker {
        var worker = Worker(["/bin/sh", "-c", script])
        worker.limits.time = .seconds(600)
        return worker
    }

    private static func failure(of worker: Worker) -> SpeechFailure? {
        do throws(SpeechFailure) {
            _ = try worker.run()
            return nil
        } catch {
            return error
        }
    }

    @Test func `says what it has made of its input and its files`() throws {
        var worker = Self.shell("cat /dev/stdin /dev/fd/3 /dev/fd/4")
        worker.input = Array("one ".utf8)
        worker.files = [Array("two ".utf8), Array("three".utf8)]
        #expect(String(decoding: try worker.run(), as: UTF8.self) == "one two three")
    }

    @Test func `is listened to on one of its outputs only`() throws {
        var worker = Self.shell("echo out; echo err >&2")
        #expect(try worker.run() == Array("out\n".utf8))
        worker.voice = .errors
        #expect(try worker.run() == Array("err\n".utf8))
    }

    @Test func `that crashes has failed`() {
        #expect(
            Self.failure(of: Self.shell("kill -SEGV $$")) == .failed("signal 11 ended it"))
        #expect(Self.failure(of: Self.shell("exit 3")) == .failed("it ended with 3"))
    }

    @Test func `that cannot be started has failed`() {
        #expect(Self.failure(of: Worker(["/nowhere/at/all"])) != nil)
    }

    @Test func `that hangs is ended in time`() {
        var worker = Self.shell("exec sleep 3600")
        worker.limits.time = .milliseconds(200)
        #expect(Self.failure(of: worker) == .failed("it took too long"))
    }

    @Test func `that closes its output and hangs is ended in time`() {
        var worker = Self.shell("exec sleep 3600 >/dev/null")
        worker.limits.time = .milliseconds(200)
        #expect(Self.failure(of: worker) == .failed("it took too long"))
    }

    @Test func `is not waited for when only what it has started is left`() throws {
        #expect(try Self.shell("sleep 3600 & echo done").run() == Array("done\n".utf8))
    }

    @Test func `that says too much is ended`() {
        var worker = Self.shell("while :; do echo flood flood flood flood flood; done")
        worker.limits.outputBytesMax = 10_000
        #expect(Self.failure(of: worker) == .failed("it said too much"))
    }

    @Test func `that computes without end is ended by the time of its core`() {
        var worker = Self.shell("while :; do :; done")
        worker.limits.coreSeconds = 1
        #expect(Self.failure(of: worker) == .failed("signal 9 ended it"))
    }

    @Test func `gets no more memory than it may have`() {
        var worker = Self.shell("dd if=/usr/bin/env of=/dev/null bs=400M count=1")
        worker.limits.memoryBytes = 100 << 20
        #expect(Self.failure(of: worker) == .failed("it ended with 1"))
        worker.limits.memoryBytes = 600 << 20
        #expect(Self.failure(of: worker) == nil)
    }

    @Test func `has no environment, no network and no other process`() throws {
        #expect(try Self.shell("echo \"$HOME$USER$UPFORD_DATA_FOLDER\"").run() == [10])
        let script = "import socket\ntry:\n socket.socket()\nexcept PermissionError:\n print(1)"
        var worker = Worker(["/usr/bin/python3", "-c", script])
        worker.limits.time = .seconds(600)
        #expect(try worker.run() == Array("1\n".utf8))
        #expect(
            Self.failure(of: Self.shell("kill -0 \(getpid()) || exit 9"))
                == .failed("it ended with 9"))
    }

    @Test func `cannot read or write what is not installed`() throws {
        guard Ruleset.shared.number >= 0 else { return }
        #expect(
            Self.failure(of: Self.shell("cat /etc/hostname || exit 9"))
                == .failed("it ended with 9"))
        #expect(
            Self.failure(of: Self.shell("echo x > /tmp/upfor-worker-\(getpid()) || exit 9"))
                == .failed("it ended with 9"))
    }

    @Test func `inherits nothing of ours but what it is given`() throws {
        let open = try Descriptor.nowhere()
        let said = try withExtendedLifetime(open) {
            try Self.shell(
                "n=0; while [ $n -lt 200 ]; do [ -e /proc/$$/fd/$n ] && echo $n; n=$((n+1)); done"
            ).run()
        }
        #expect(String(decoding: said, as: UTF8.self) == "0\n1\n2\n")
    }
}
