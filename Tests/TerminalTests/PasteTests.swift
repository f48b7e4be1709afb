import Glibc
import Testing

@testable import Terminal

@Suite struct `A paste` {
    private static let (begin, end) = ("\u{1B}[200~", "\u{1B}[201~")

    static let pastes: [(String, String)] = [
        ("lunch?", "lunch?"), ("block ben\nremove cleo", "block ben remove cleo"),
        ("one\r\ntwo\r\n", "one two"), ("one\n\n\rtwo", "one two"),
        ("\n/remove ben\n", "/remove ben"),
        ("one\u{2028}two\u{85}three\u{B}four", "one two three four"), ("", ""), ("\n", ""),
        // Keys that do something: TAB, ^C, ^D, ^R, ^Z, Backspace, ESC and a digit.
        ("a\tb", "a b"), ("a\u{3}\u{4}\u{12}\u{1A}\u{7F}b", "ab"), ("\u{1B}2", "2"),
        ("\u{1B}[31mred", "[31mred"), ("\u{1B}\u{1B}[A", "[A"),
        ("é日👍🏽 \u{5D0}", "é日👍🏽 \u{5D0}"), ("\u{2068}\u{5D0}\u{2069}", "\u{5D0}"),
        ("[201~", "[201~"), ("\u{1B}[200~a", "a"), ("  indented", "  indented"),
    ]

    @Test(arguments: pastes)
    func `is text on one line, however its bytes come in`(pasted: String, shown: String) {
        let bytes = Array("ab\(Self.begin)\(pasted)\(Self.end)\u{1B}2\r".utf8)
        for split in 0...bytes.count {
            let typed = Keyboard.typed([bytes[..<split], bytes[split...]])
            #expect(typed == "ab\(shown)\u{1B}2\r", "split at \(split)")
        }
    }

    @Test(arguments: ["\u{1B}", "\u{1B}\u{1B}"])
    func `is not made a key by what was pressed before`(keys: String) {
        #expect(Self.typed("\(keys)\(Self.begin)2\(Self.end)") == "2")
    }

    @Test(arguments: [
        "\u{1B}[A", "\u{1B}[2~", "\u{1B}[20~", "\u{1B}2", "\u{1B}\u{1B}[A", "\u{1B}b",
    ])
    func `is nothing else that begins like one`(keys: String) {
        #expect(Self.typed(keys) == keys)
    }

    @Test func `that has not ended is ended by ^C, or by a stop`() {
        #expect(Self.typed("\(Self.begin)one\r\u{3}two\r") == "one two", "^C was pasted")
        #expect(Self.typed("\(Self.end)one\r") == "one\r")
        let begun = "\(Self.begin)one\rtwo\u{1B}[20"
        #expect(Self.typed(begun, "\u{3}", "!\r", "\u{3}") == "one two!\r\u{3}")
        var keyboard = Keyboard()
        keyboard.take("\(Self.begin)".utf8)
        #expect(keyboard.next() == nil && keyboard.isPasting)
        keyboard.endPaste()
        keyboard.take("\r".utf8)
        #expect(keyboard.next() == "\r")
    }

    @Test func `is not waited for long behind an ESC`() {
        var keyboard = Keyboard()
        #expect(keyboard.escapeAlone() == nil)
        keyboard.take([0x1B])
        #expect(keyboard.next() == nil && keyboard.holdsEscape)
        #expect(keyboard.escapeAlone() == "\u{1B}")
        keyboard.take("\r".utf8)
        #expect(!keyboard.holdsEscape && keyboard.next() == "\r")
    }

    @Test func `is marked after ^Z, too, where nobody would continue the program`() async {
        await #expect(processExitsWith: .success) {
            try #require(setsid() > 0)
            let terminal = PseudoTerminal()
            let screen = try EditorScreen(prompt: Dialogue.lobbyPrompt, palette: .plain)
            terminal.prints("upfor> ")
            terminal.type("\u{1A}")
            terminal.prints("\u{7}")
            #expect(!terminal.everything.contains("\u{1B}[?2004l"))
            try await screen.close()
        }
    }

    /// What is typed before that would be lost, or would be a signal.
    @Test func `finds a terminal that gives its keys away when the prompt is there`() async {
        await #expect(processExitsWith: .success) {
            for round in 1...200 {
                let terminal = PseudoTerminal()
                let screen = try EditorScreen(prompt: Dialogue.lobbyPrompt, palette: .plain)
                terminal.prints("upfor> ")
                #expect(terminal.isRaw, "round \(round)")
                try await screen.close()
            }
        }
    }

    @Test func `runs nothing on a terminal until it is sent`() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal()
            let screen = try EditorScreen(prompt: Dialogue.lobbyPrompt, palette: .plain)
            var lines = screen.lines.makeAsyncIterator()
            terminal.prints("\u{1B}[?2004h")
            terminal.prints("upfor> ")
            terminal.type("\u{1B}[200~block ben\rremove cleo\r\u{1B}[201~")
            terminal.prints("remove cleo")
            terminal.type("\r")
            #expect(await lines.next() == "block ben remove cleo")
            terminal.type("quit\r")
            #expect(await lines.next() == "quit")
            try await screen.close()
            while terminal.read(waits: false) {}
            let modes = terminal.everything.split(separator: "\u{1B}").filter {
                $0.hasPrefix("[?2004")
            }
            #expect(modes.first?.hasPrefix("[?2004h") == true)
            #expect(modes.last?.hasPrefix("[?2004l") == true)
        }
    }

    /// - Parameter keys: as they are read.
    private static func typed(_ keys: String...) -> String {
        Keyboard.typed(keys.map { Array($0.utf8)[...] })
    }
}
