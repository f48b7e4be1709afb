import Testing

@testable import Terminal

@Suite struct `Columns` {
    @Test(arguments: [
        ("ana", 3), ("", 0), ("Zoë", 3), ("日本", 4), ("👍", 2), ("👍🏽", 2), ("👩\u{200D}💻", 2), ("🇩🇪", 2),
        ("e\u{0301}", 1), ("● ben", 5),
        ("\u{2068}שלום\u{2069}", 4), ("\u{2068}\u{5D0}\u{301}\u{2069}", 1),
    ])
    func `are counted as a terminal does`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("lunch?", 6, "lunch?"), ("lunch?", 5, "lunc…"), ("lunch?", 1, "…"), ("lunch?", 0, ""),
        ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 6, "日本語"),
        ("\u{2068}שלום\u{2069}", 4, "\u{2068}שלום\u{2069}"),
        ("\u{2068}שלום\u{2069}", 3, "\u{2068}של…\u{2069}"),
        ("\u{2068}שלום\u{2069} (ben)", 6, "\u{2068}שלום\u{2069} …"),
    ])
    func `are cut with a mark`(text: String, room: Int, shown: String) {
        #expect(text.truncated(to: room) == shown)
        #expect(text.truncated(to: room).columns <= room)
        #expect(text.fitted(to: room).columns == room)
    }

    @Test(
        arguments: [
            ("lunch?", ["lunch?"]), ("", [""]), ("one two three", ["one two", "  three"]),
            ("one  two", ["one  two"]), ("  one two three", ["  one two", "  three"]),
            ("one two   three ", ["one two  ", "  three "]),
            ("https://a.example/b c", ["https://a.", "  example/", "  b c"]),
            ("see https://a.example/b", ["see https:", "  //a.exam", "  ple/b"]),
            (
                "ben: \u{2068}שלום עולם\u{2069} x",
                ["ben: \u{2068}שלום\u{2069}", "  \u{2068}עולם\u{2069} x"]
            ),
            ("日本語日本語 日本", ["日本語日本", "  語 日本"]),
            (
                "\u{1B}[1mone\u{1B}[0m two \u{1B}[2mthree four\u{1B}[0m",
                ["\u{1B}[1mone\u{1B}[0m two", "  \u{1B}[2mthree", "  four\u{1B}[0m"]
            ),
        ] as [(String, [String])])
    func `are filled with whole words`(line: String, rows: [String]) {
        #expect(line.wrapped(to: 10) == rows)
    }

    @Test func `line up, and fit`() {
        let rows = [["●", "ben", "Ben"], ["○", "日本語", String(repeating: "long ", count: 40)]]
        let lines = Table(rows: rows.map { $0.map { Table.Cell($0) } }).lines(width: 40)
        #expect(lines[0] == "●  ben     Ben")
        #expect(lines[1].hasPrefix("○  日本語  long"))
        #expect(lines[1].columns == 40)
        #expect(lines[1].hasSuffix("…"))
    }

    @Test func `give way where they are widest, the last one first`() {
        let row = ["aaaaaaaa", "bbbbbbbb", "cccc"].map { Table.Cell($0) }
        #expect(Table(rows: [row]).lines(width: 21) == ["aaaaaa…  bbbbb…  cccc"])
        #expect(Table(rows: [row]).lines(width: 23) == ["aaaaaaaa  bbbbbb…  cccc"])
    }

    @Test func `keep their width under colour`() {
        let palette = Palette(mode: .coloured)
        let row = [Table.Cell("a", palette.green), Table.Cell("b")]
        #expect(Table(rows: [row]).lines(width: 80) == ["\u{1B}[32ma\u{1B}[0m  b"])
    }

    @Test(
        arguments: [
            (true, [:], Palette.Mode.coloured), (false, [:], .plain),
            (true, ["NO_COLOR": "1"], .plain), (true, ["NO_COLOR": ""], .coloured),
            (true, ["TERM": "dumb"], .plain),
        ] as [(Bool, [String: String], Palette.Mode)])
    func `are coloured only where that is wanted`(
        isTerminal: Bool, environment: [String: String], mode: Palette.Mode
    ) {
        #expect(Palette(isTerminal: isTerminal, environment: environment).mode == mode)
    }

    @Test(arguments: [
        ("", 0), ("12345678", 0), ("123456789", 0), ("1234567890", 1), ("12345678901", 1),
        ("123456789日", 1), ("日日日日日", 1), ("1日日日日日", 1),
    ])
    func `tell the row of the cursor`(text: String, row: Int) {
        #expect(LineEditor.row(of: text, width: 10) == row)
    }
}
