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

    @Test func `is written in ASCII for a terminal that has no other letters`() async {
        await #expect(processExitsWith: .success) {
            setenv("LC_ALL", "C", 1)
            let terminal = PseudoTerminal()
            StandardPrinter().data(["● Zoë"])
            terminal.prints("* Zo?")
            #expect(!terminal.everything.contains("●"))
        }
    }

    @Test func `loses nothing of JSON on a terminal that has no other letters`() async {
        await #expect(processExitsWith: .success) {
            setenv("LC_ALL", "C", 1)
            let terminal = PseudoTerminal()
            StandardPrinter().data([JSONLine.quoted("Zoë 👍")])
            terminal.prints(#""Zo\u00eb \ud83d\udc4d""#)
        }
    }

    @Test func `is written in UTF-8, whatever the locale`() async {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            setenv("LC_ALL", "C", 1)
            StandardPrinter().data(["● Zoë"])
        }
        let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(said.contains("● Zoë\n"))
    }

    @Test func `that no line can be edited on ends the program with a word about it`() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal()
            let reason = Failure.local("no editor")
            let screen = try EditorScreen(
                prompt: Dialogue.lobbyPrompt, palette: .plain,
                editing: { (_, _, _, _, _) throws(Failure) in throw reason })
            screen.data(["what was said before"])
            for await _ in screen.lines {}
            screen.data(["what was said afterwards"])
            await #expect(throws: reason) { try await screen.close() }
            terminal.prints("what was said before")
            terminal.prints("what was said afterwards")
        }
    }

    @Test func `has a token behind the line that was asked for`() async {
        await #expect(processExitsWith: .success) {
            Self.giveInput("ana\na.b\n.c\n")
            let words = ["delete-account", "--issuer", "home", "--id-token", "-"]
            let command = try #require(UpforCommand.command(in: words) as? DeleteAccountCommand)
            #expect(readLine() == "ana")
            #expect(try command.proof.proof().idToken == "a.b.c")
        }
    }

    @Test func `that cannot be read, or has too much, gives no token`() async {
        await #expect(processExitsWith: .success) {
            dup2(open("/", O_RDONLY), STDIN_FILENO)
            #expect(throws: Failure.local("cannot read standard input: Is a directory")) {
                try IDToken.text(of: "-")
            }
            dup2(open("/dev/zero", O_RDONLY), STDIN_FILENO)
            #expect(throws: LocalFile.tooLarge("standard input", bytesMax: 65_536)) {
                try IDToken.text(of: "-")
            }
        }
    }

    @Test func `has two passwords, where one is to take the place of the other`() async {
        await #expect(processExitsWith: .success) {
            Self.giveInput("old horse\n")
            let words = ["profile", "--password", "--password-stdin"]
            let command = try #require(UpforCommand.command(in: words) as? ProfileCommand)
            #expect(try command.proof.proof().password == "old horse")
            let complaint =
                "--password-stdin: the second line is missing: first comes the password you have, "
                + "then the new one"
            #expect(throws: Failure.usage(complaint)) { try command.proof.newPassword() }
        }
    }

    /// Lets this process read that, and then the end.
    private static func giveInput(_ text: String) {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        #expect(Descriptor.write(Array(text.utf8), to: ends[1]))
        close(ends[1])
        dup2(ends[0], STDIN_FILENO)
    }
}
