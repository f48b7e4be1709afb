import ArgumentParser
import Glibc
import Testing
import Wire

@testable import Terminal

/// What goes in and out of the program; each is played in a process of its own.
@Suite struct `A standard stream` {
    @Test func `that cannot be written is complained of`() async {
        let result = await #expect(
            processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
        ) {
            dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO)
            StandardPrinter().data(["lunch?"])
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            said.contains("upfor: standard output cannot be written: No space left on device\n"))
    }

    @Test func `whose reader has gone ends the program, as it would have`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_IGN)
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            close(ends[0])
            dup2(ends[1], STDOUT_FILENO)
            StandardPrinter().data(["lunch?"])
            exit(2)
        }
    }

    @Test func `has two passwords, where one is to take the place of the other`() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            #expect(ProfileFolder.writeAll(Array("old horse\n".utf8), to: ends[1]))
            close(ends[1])
            dup2(ends[0], STDIN_FILENO)
            let words = ["profile", "--password", "--password-stdin"]
            let command = try #require(UpforCommand.command(in: words) as? ProfileCommand)
            #expect(try command.proof.proof().password == "old horse")
            let complaint =
                "--password-stdin: the second line is missing: first comes the password you have, "
                + "then the new one"
            #expect(throws: Failure.usage(complaint)) { try command.proof.newPassword() }
        }
    }
}
