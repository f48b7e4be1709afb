import FoundationEssentials
import Glibc
import Testing

@testable import Load

@Suite struct `A server of our own` {
    private static func shell(
        _ script: String, _ mouth: ServerProcess.Mouth = .standardOutput
    ) throws(LoadFailure) -> ServerProcess {
        try ServerProcess("/bin/sh", ["-c", script], announcingOn: mouth)
    }

    @Test func `is asked where it listens`() throws {
        let quiet = try Self.shell("echo hello; echo listening 4711; exec sleep 600")
        #expect(quiet.port == 4711)
        let loud = try Self.shell(
            "echo up on ws://127.0.0.1:99/v1/ws >&2; exec sleep 600", .standardError)
        #expect(loud.port == 99)
    }

    @Test func `that does not start says why`() {
        let failure = LoadFailure("/bin/sh did not start: port in use; sorry")
        #expect(throws: failure) {
            try Self.shell("echo port in use >&2; echo sorry >&2; exit 1", .standardError)
        }
        #expect(throws: LoadFailure("cannot run /nowhere/upford")) {
            try ServerProcess("/nowhere/upford", [], announcingOn: .standardOutput)
        }
    }

    @Test func `is measured, and ends with its owner`() throws {
        var server: ServerProcess? = try Self.shell(
            "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo listening 1; exec sleep 600")
        let process = try #require(server?.process)
        let meter = ProcessMeter(process: process)
        #expect(try meter.cpuNanoseconds() > 1_000_000)
        #expect(try ProcessMeter(process: getpid()).privateBytes() > 1_000_000)
        server = nil
        #expect(kill(process, 0) == -1)
        #expect(throws: LoadFailure("there is no process \(process) to measure")) {
            try meter.cpuNanoseconds()
        }
    }

    @Test func `is asked to end before it is made to`() throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/farewell"
        var server: ServerProcess? = try Self.shell(
            """
            trap 'echo bye > \(file); exit' TERM
            echo listening 1; while :; do sleep 0.05; done
            """)
        #expect(server?.port == 1)
        server = nil
        #expect(access(file, F_OK) == 0)
    }

    @Test func `is killed at once, and has ended once`() throws {
        let server = try Self.shell("trap '' TERM; echo listening 1; exec sleep 600")
        #expect(server.waitForEnd(milliseconds: 1) == nil)
        #expect(!server.hasEnded)
        server.signal(SIGKILL)
        #expect(server.waitForEnd(milliseconds: 120_000) == SIGKILL)
        #expect(server.waitForEnd(milliseconds: 0) == SIGKILL)
        #expect(server.hasEnded)
    }

    @Test func `has no setting of ours in its environment`() throws {
        #expect(!ProcessInfo.processInfo.environment.isEmpty)
        let server = try Self.shell(
            """
            [ -z "$(tr -d '\\0' </proc/$$/environ)" ] || exit 1
            echo listening 5; exec sleep 600
            """)
        #expect(server.port == 5)
    }

    @Test func `shares some memory, which is not counted`() {
        let text = """
            55d0-7ffc ---p 00000000 00:00 0    [rollup]
            Rss:                9000 kB
            Private_Clean:        12 kB
            Private_Dirty:       100 kB
            Private_Hugetlb:       7 kB
            """
        #expect(ProcessMeter.privateBytes(in: text) == 112 * 1024)
        #expect(ProcessMeter.privateBytes(in: "Rss: 9000 kB") == nil)
        #expect(ProcessMeter.privateBytes(in: "") == nil)
    }

    @Test func `has a folder that is gone afterwards`() throws {
        let path = try Self.pathOfFolderThatHeldAFile()
        #expect(access(path, F_OK) == -1)
    }

    private static func pathOfFolderThatHeldAFile() throws -> String {
        let folder = try TemporaryFolder()
        let file = try #require(fopen("\(folder.path)/data", "w"))
        fclose(file)
        #expect(access(folder.path, F_OK) == 0)
        return folder.path
    }
}
