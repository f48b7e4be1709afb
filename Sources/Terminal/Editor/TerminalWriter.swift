import Glibc

/// Writes to the terminal, in letters that it has.
struct TerminalWriter: Sendable {
    /// Otherwise marks become ASCII, and letters `?`.
    var isUTF8 = UTF8Locale.isTheUsers

    /// Writes all of it.
    func write(_ text: String) {
        guard !text.isEmpty else { return }
        let text = isUTF8 ? text : Self.ascii(text)
        _ = Descriptor.write(Array(text.utf8), to: STDOUT_FILENO)
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

/// The group of processes that a shell starts, stops and continues as one.
enum ProcessGroup {
    /// Whether our process group is orphaned: no process of its session has started it, or it leads
    /// the session. The kernel does not stop such a group, because no shell would continue it.
    ///
    /// - Source: POSIX.1-2024, 3.264 "Orphaned Process Group"; only this process's own parent is
    ///   considered.
    static var isOrphaned: Bool {
        let session = getsid(0)
        return getpgrp() == session || getsid(getppid()) != session
    }
}
