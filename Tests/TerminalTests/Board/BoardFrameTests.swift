import Testing

@testable import Terminal

@Suite struct `The board on the terminal` {
    static let size = TerminalSize(columns: 80, rows: 24)

    @Test func `makes room at the bottom, and gives it back`() {
        let frame = BoardFrame(board: Samples.board, size: Self.size)
        #expect(
            frame.entering == "\n\n\n\n\u{1B}[4A\u{1B}7\u{1B}[1;20r\u{1B}8",
            "what scrolls begins at the top, so that it can be scrolled back")
        #expect(frame.leaving == "\u{1B}7\u{1B}[r\u{1B}8\u{1B}[J")
    }

    @Test func `draws only what has changed, and leaves the cursor where it was`() {
        var frame = BoardFrame(board: Samples.board, size: Self.size)
        let first = frame.drawing(.plain, now: 0)
        #expect(first.hasPrefix("\u{1B}7\u{1B}[21;1H\u{1B}[2K── upfor"))
        #expect(first.hasSuffix("\u{1B}8"))
        #expect(frame.drawing(.plain, now: 0) == "")
        frame.board.place = .room(with: "ben")
        #expect(
            frame.drawing(.plain, now: 0).matches(of: /\u{1B}\[\d+;1H/).map { String($0.output) }
                == ["\u{1B}[21;1H"])
    }

    @Test func `keeps away from a window that is too small`() {
        var frame = BoardFrame(
            board: Samples.board, size: TerminalSize(columns: 20, rows: 5))
        #expect(frame.entering + frame.leaving + frame.drawing(.plain, now: 0) == "")
        #expect(frame.enteringEmpty == "\u{1B}[r\u{1B}[H\u{1B}[2J")
    }

    @Test func `remembers the newest lines for a window of another size`() {
        var lines = RecentLines()
        for number in 0..<5_000 { lines.add(["\(number)"]) }
        #expect(lines.last(3) == ["4997", "4998", "4999"])
        #expect(lines.last(5_000).count == RecentLines.most)
    }

    @Test(
        arguments: [
            ([:], true), (["LANG": "de_DE.UTF-8"], true), (["LANG": "C"], false),
            (["LANG": "de_DE.utf8", "LC_ALL": "C"], false),
            (["LC_ALL": "", "LANG": "C.UTF-8"], true),
            (["LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "C.UTF-8"], false),
        ] as [([String: String], Bool)])
    func `knows whether there is UTF-8`(environment: [String: String], isUTF8: Bool) {
        #expect(UTF8Locale.isUTF8(environment) == isUTF8)
    }

    @Test(arguments: [
        ("── ben… ★", "-- ben~ +"), ("● ○ ◐", "* o ?"), ("日本 Zoë 👩\u{200D}💻", "???? Zo? ??"),
        ("\u{1B}[31mx\r\n", "\u{1B}[31mx\r\n"),
    ])
    func `is as wide in ASCII`(text: String, ascii: String) {
        #expect(TerminalWriter.ascii(text) == ascii)
        #expect(!TerminalWriter.ascii(text).utf8.contains { $0 > 0x7F })
    }
}
