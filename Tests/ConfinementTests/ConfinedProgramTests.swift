import CWorker
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Confinement

@Suite struct `A confined program` {
    private static func shell(_ script: String) -> ConfinedProgram {
        var program = ConfinedProgram(["/bin/sh", "-c", script])
        program.limits.time = .seconds(600)
        return program
    }

    private static func failure(of program: ConfinedProgram) -> ConfinementFailure? {
        do throws(ConfinementFailure) {
            _ = try program.run()
            return nil
        } catch {
            return error
        }
    }

    /// A running program, as soon as there is one that was started with these words.
    private static func process(called words: [String]) async -> pid_t? {
        let wanted = Data(words.flatMap { Array($0.utf8) + [0] })
        var found: pid_t?
        _ = await eventually {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            found = names.lazy.compactMap(pid_t.init).first { pid in
                (try? Data(contentsOf: URL(filePath: "/proc/\(pid)/cmdline"))) == wanted
            }
            return found != nil
        }
        return found
    }

    /// The letter that the kernel has for what a process does.
    private static func state(of pid: pid_t) -> String? {
        let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        return stat?.split(separator: ") ").last.map { String($0.prefix(1)) }
    }

    @Test func `says what it has made of its input and its files`() throws {
        var program = Self.shell("exec cat /dev/stdin /dev/fd/3 /dev/fd/4")
        program.input = .bytes(Array("one ".utf8))
        program.files = [.bytes(Array("two ".utf8)), .bytes(Array("three".utf8))]
        #expect(String(decoding: try program.run(), as: UTF8.self) == "one two three")
    }

    @Test func `is listened to on one of its outputs only`() throws {
        var program = Self.shell("echo out; echo err >&2")
        #expect(try program.run() == Array("out\n".utf8))
        program.voice = .errors
        #expect(try program.run() == Array("err\n".utf8))
    }

    @Test func `that crashes has failed`() {
        #expect(
            Self.failure(of: Self.shell("kill -SEGV $$")) == .failed("signal 11 ended it"))
        #expect(Self.failure(of: Self.shell("exit 3")) == .exited(status: 3))
    }

    @Test func `that cannot be started has failed`() {
        #expect(Self.failure(of: ConfinedProgram(["/nowhere/at/all"])) != nil)
    }

    @Test func `that hangs is ended in time`() {
        var program = Self.shell("exec sleep 3600")
        program.limits.time = .milliseconds(200)
        #expect(Self.failure(of: program) == .failed("it took too long"))
    }

    @Test func `that closes its output and hangs is ended in time`() {
        var program = Self.shell("exec sleep 3600 >&-")
        program.limits.time = .milliseconds(200)
        #expect(Self.failure(of: program) == .failed("it took too long"))
    }

    @Test func `that says too much is ended`() {
        var program = Self.shell("while :; do echo flood flood flood flood flood; done")
        program.limits.outputBytesMax = 10_000
        #expect(Self.failure(of: program) == .failed("it said too much"))
    }

    @Test func `that computes without end is ended by the time of its core`() {
        var program = Self.shell("while :; do :; done")
        program.limits.coreSeconds = 1
        #expect(Self.failure(of: program) == .failed("signal 9 ended it"))
    }

    @Test func `gets no more memory than it may have`() {
        var program = Self.shell("exec dd if=/usr/bin/env bs=400M count=1")
        program.limits.memoryBytes = 100 << 20
        #expect(Self.failure(of: program) == .exited(status: 1))
        program.limits.memoryBytes = 600 << 20
        #expect(Self.failure(of: program) == nil)
    }

    @Test func `has no environment, no network and no other process`() throws {
        #expect(try Self.shell("echo \"$HOME$USER$UPFORD_DATA_FOLDER\"").run() == [10])
        let script = "import socket\ntry:\n socket.socket()\nexcept PermissionError:\n print(1)"
        var program = ConfinedProgram(["/usr/bin/python3", "-c", script])
        program.limits.time = .seconds(600)
        #expect(try program.run() == Array("1\n".utf8))
        #expect(
            Self.failure(of: Self.shell("kill -0 \(getpid()) || exit 9"))
                == .exited(status: 9))
    }

    @Test func `cannot read or write what is not installed`() throws {
        guard Ruleset.installed.number >= 0 else { return }
        #expect(
            Self.failure(of: Self.shell("read line < /etc/hostname || exit 9"))
                == .exited(status: 9))
        #expect(
            Self.failure(of: Self.shell("echo x > /tmp/upfor-worker-\(getpid()) || exit 9"))
                == .exited(status: 9))
    }

    /// What code that has taken over a program could ask the kernel for, one line each: what it is
    /// called, and the error that it gets. The folder is another's, as a daemon's data.
    private static let probe = """
        import ctypes, os, sys
        call = ctypes.CDLL(None, use_errno=True)
        libc = call.syscall
        libc.restype = ctypes.c_long
        folder, daemon = sys.argv[1].encode(), int(sys.argv[2])
        file = folder + b"/upford.db"
        limit = (ctypes.c_ulong * 2)(1, 1)
        N = NUMBERS
        def say(name, number, *values):
            ctypes.set_errno(0)
            if libc(ctypes.c_long(number), *values) >= 0: print(name)
        L = ctypes.c_long
        say("truncate", N["truncate"], file, L(0))
        say("open to write", N["openat"], L(-100), file, L(os.O_WRONLY))
        say("open and truncate", N["openat"], L(-100), file, L(os.O_RDONLY | os.O_TRUNC))
        say("open to read", N["openat"], L(-100), file, L(os.O_RDONLY))
        say("create", N["openat"], L(-100), folder + b"/new", L(os.O_WRONLY | os.O_CREAT), L(0o600))
        say("create to read", N["openat"], L(-100), folder + b"/new", L(os.O_CREAT), L(0o600))
        nameless = L(os.O_RDWR | os.O_TMPFILE)
        say("file without name", N["openat"], L(-100), folder, nameless, L(0o600))
        say("open with more bits", N["openat"], L(-100), file, L(1 << 32 | os.O_RDWR))
        for flags in (os.O_WRONLY, os.O_RDWR, 3, os.O_CREAT, os.O_TRUNC):
            if "open" in N: say("old open to write", N["open"], file, L(flags), L(0o600))
        say("file in memory", N["memfd_create"], b"x", L(0))
        for given in (0, 3, 4):
            say("write what it reads", N["write"], L(given), b"x" * 9, L(9))
            say("lengthen what it reads", N["ftruncate"], L(given), L(1 << 20))
        ends = os.pipe()
        pair = (ctypes.c_uint * 2)(1, daemon)
        for command, value in [
            (8, daemon), (15, pair), (10, 9), (4, 0o20000), (4, 0o24000), (1024, 0), (1026, 1),
            (1031, 1 << 20), (1033, 1), (5, limit), (6, limit), (7, limit), (37, limit),
            (38, limit), (1032, 0), (1034, 0), (9, 0), (11, 0), (16, pair), (1 << 32 | 8, daemon),
        ]:
            value = value if isinstance(value, ctypes.Array) else L(value)
            say(f"command {command} of a descriptor", N["fcntl"], L(ends[0]), L(command), value)
        for command, value in [(0, 0), (1030, 0), (1, 0), (2, 1), (3, 0), (4, 0o4000)]:
            ctypes.set_errno(0)
            if libc(L(N["fcntl"]), L(ends[0]), L(command), L(value)) < 0: print("own", command)
        say("chmod", N["fchmodat"], L(-100), folder, L(0o777), L(0))
        say("chown", N["fchownat"], L(-100), folder, L(65534), L(65534), L(0))
        say("rename", N["renameat2"], L(-100), file, L(-100), folder + b"/gone", L(0))
        say("link", N["linkat"], L(-100), file, L(-100), folder + b"/link", L(0))
        say("symlink", N["symlinkat"], file, L(-100), folder + b"/link")
        say("unlink", N["unlinkat"], L(-100), file, L(0))
        say("mkdir", N["mkdirat"], L(-100), folder + b"/new", L(0o700))
        say("mknod", N["mknodat"], L(-100), folder + b"/new", L(0o010600), L(0))
        say("times", N["utimensat"], L(-100), file, None, L(0))
        say("attribute", N["setxattr"], file, b"user.x", b"x", L(1), L(0))
        say("watch", N["inotify_init1"], L(0))
        say("mount", N["mount"], b"none", folder, b"tmpfs", L(0), None)
        say("chroot", N["chroot"], folder)
        say("user namespace", N["unshare"], L(0x10000000))
        say("network namespace", N["unshare"], L(0x40000000))
        say("process in a namespace", N["clone"], L(0x10000000 | 17), L(0), L(0), L(0), L(0))
        say("process", N["clone"], L(17), L(0), L(0), L(0), L(0))
        say("process by clone3", N["clone3"], (ctypes.c_ulong * 11)(0, 0, 0, 0, 17), L(88))
        for name, number in N["forks"].items(): say(name, number)
        say("signal", N["kill"], L(daemon), L(0))
        say("signal to all", N["kill"], L(-1), L(0))
        say("signal to a thread", N["tgkill"], L(daemon), L(daemon), L(0))
        say("signal with a value", N["rt_sigqueueinfo"], L(daemon), L(0), limit)
        say("descriptor of a process", N["pidfd_open"], L(daemon), L(0))
        say("limits of another", N["prlimit64"], L(daemon), L(7), limit, None)
        say("look at limits of another", N["prlimit64"], L(daemon), L(7), None, limit)
        say("limits of its own", N["prlimit64"], L(0), L(0), (ctypes.c_ulong * 2)(-1, -1), None)
        say("priority", N["setpriority"], L(0), L(daemon), L(19))
        say("scheduling", N["sched_setaffinity"], L(daemon), L(8), limit)
        say("memory of another", N["process_vm_readv"], L(daemon), limit, L(1), limit, L(1), L(0))
        say("trace", N["ptrace"], L(16), L(daemon), L(0), L(0))
        say("another user", N["setresuid"], L(-1), L(-1), L(-1))
        say("own user", N["setuid"], L(0))
        say("rights", N["capset"], None, None)
        say("socket", N["socket"], L(2), L(1), L(0))
        say("local socket", N["socket"], L(1), L(1), L(0))
        say("pair of sockets", N["socketpair"], L(1), L(1), L(0), limit)
        say("io_uring", N["io_uring_setup"], L(1), (ctypes.c_ulong * 32)())
        say("program of the kernel", N["bpf"], L(0), limit, L(16))
        say("measure", N["perf_event_open"], limit, L(0), L(-1), L(-1), L(0))
        say("faults", N["userfaultfd"], L(0))
        say("keys", N["add_key"], b"user", b"x", b"x", L(1), L(-2))
        say("memory of all", N["shmget"], L(1), L(4096), L(0o1666))
        say("queue of all", N["msgget"], L(1), L(0o1666))
        say("terminal", N["ioctl"], L(1), L(0x5412), b"x")
        say("settings of itself", N["prctl"], L(4), L(1), L(0), L(0), L(0))
        say("name of the host", N["sethostname"], b"x", L(1))
        print("whole")
        """

    /// With Landlock as far as the kernel has it, and without: with the second, what stops a
    /// signal is no scope, and what stops a write is the list of calls alone.
    @Test(arguments: [true, false])
    func `whose code is another's has no way to files, processes or rights`(
        isRuled: Bool
    ) throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/upford.db"
        try Data("all".utf8).write(to: URL(filePath: file))
        // As open as it can be: what stops the program is not who it is.
        try #require(chmod(folder.path, 0o777) == 0 && chmod(file, 0o666) == 0)
        let probe = Self.probe.replacing("NUMBERS", with: SystemCalls.numbers)
        var program = ConfinedProgram(["/usr/bin/python3", "-c", probe, folder.path, "\(getpid())"])
        (program.limits.time, program.limits.coreSeconds) = (.seconds(600), 60)
        program.files = [.bytes(Array("three".utf8)), .bytes(Array("four".utf8))]
        if !isRuled { program.ruleset = .none }
        let said = String(decoding: try program.run(), as: UTF8.self)
        // Without Landlock it may read what we may.
        let open = program.ruleset.number < 0 ? "open to read\n" : ""
        #expect(said == open + "whole\n")
        #expect(try Data(contentsOf: URL(filePath: file)) == Data("all".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["upford.db"])
    }

    @Test func `that is stopped while it sleeps goes on`() async throws {
        let duration = "3600.\(getpid())"
        let end = Task.detached { Self.failure(of: Self.shell("exec sleep \(duration)")) }
        let pid = try #require(await Self.process(called: ["sleep", duration]))
        #expect(await eventually { Self.state(of: pid) == "S" })
        for (signal, states) in [(SIGSTOP, ["T"]), (SIGCONT, ["S", "Z", nil])] {
            #expect(kill(pid, signal) == 0)
            #expect(await eventually { states.contains(Self.state(of: pid)) })
        }
        kill(pid, SIGKILL)
        #expect(await end.value == .failed("signal 9 ended it"))
    }

    @Test func `is another user where the daemon may become one`() throws {
        guard geteuid() == 0 else { return }
        let said = String(decoding: try Self.shell("exec id -u").run(), as: UTF8.self)
        #expect(said == "65534\n")
    }

    @Test func `is the first to end when memory runs out, and we are not`() async throws {
        let ours = try String(contentsOfFile: "/proc/self/oom_score_adj", encoding: .utf8)
        var program = ConfinedProgram(["/usr/bin/sleep", "3600.\(getpid())7"])
        program.limits.time = .seconds(600)
        let words = program.words
        Task.detached { [program] in _ = try? program.run() }
        let pid = try #require(await Self.process(called: words))
        let path = "/proc/\(pid)/oom_score_adj"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "1000\n")
        #expect(try String(contentsOfFile: "/proc/self/oom_score_adj", encoding: .utf8) == ours)
        kill(pid, SIGKILL)
    }

    @Test func `starts no other process`() {
        #expect(Self.failure(of: Self.shell("/bin/true & exit 0")) != nil)
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
