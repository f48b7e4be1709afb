import Glibc

/// Writes to the terminal, in letters that it has.
struct TerminalWriter: Sendable {
    /// Whether it takes UTF-8; otherwise marks become ASCII, and letters `?`.
    let isUTF8: Bool

    /// Whether the locale says UTF-8. One that says nothing is taken for UTF-8: that is how
    /// containers come.
    ///
    /// - Source: POSIX, 8.2: LC_ALL before LC_CTYPE before LANG.
    static func speaksUTF8(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale else { return true }
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }

    /// Writes all of it.
    func write(_ text: String) {
        guard !text.isEmpty else { return }
        let text = isUTF8 ? text : Self.ascii(text)
        _ = ProfileFolder.writeAll(Array(text.utf8), to: STDOUT_FILENO)
    }

    /// Lines below each other, as they fit a window of so many columns.
    static func rows(_ lines: some Sequence<String>, columns: Int) -> String {
        lines.flatMap { $0.wrapped(to: columns) }.map { $0 + "\r\n" }.joined()
    }

    /// As wide as before, in ASCII alone.
    static func ascii(_ text: String) -> String {
        String(text.map { $0.isASCII ? String($0) : plain($0) }.joined())
    }

    private static func plain(_ character: Character) -> String {
        switch character {
        case "●": "*"
        case "○": "o"
        case "◐": "?"
        case "★": "+"
        case "─": "-"
        case "…": "~"
        case "┆": "|"
        case "–": "-"
        case "“", "”": "\""
        case "✓": "x"
        case "→": ">"
        case "←": "<"
        default: String(repeating: "?", count: character.columns)
        }
    }
}
