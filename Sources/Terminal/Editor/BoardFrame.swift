/// Where the board stands on a terminal of one size: the sequences that make room for it, draw it,
/// and give the room back.
///
/// Everything above it is a region that scrolls by itself and begins at the top of the window, so
/// that what leaves it goes where the terminal keeps what has scrolled away. In that region the
/// rest of the program may forget that there is a board.
///
/// - Source: ECMA-48 (CUP, CUU, EL, ED); DEC STD 070 (DECSTBM, DECSC, DECRC).
struct BoardFrame: Sendable {
    var board: Board
    let size: TerminalSize
    private let height: Int
    private var drawn: [String] = []

    init(board: Board, size: TerminalSize) {
        (self.board, self.size) = (board, size)
        height = BoardView.height(on: size)
    }

    private var regionRows: Int { size.rows - height }

    /// Makes room below the cursor, which stays on its line.
    var entering: String {
        guard height > 0 else { return "" }
        return String(repeating: "\n", count: height) + "\u{1B}[\(height)A"
            + "\u{1B}7\u{1B}[1;\(regionRows)r\u{1B}8"
    }

    /// Empties the window; the cursor is at its top.
    var enteringEmpty: String {
        "\u{1B}[r\u{1B}[H\u{1B}[2J" + (height > 0 ? "\u{1B}[1;\(regionRows)r\u{1B}[H" : "")
    }

    /// Gives the room back, and clears what is below the cursor, which stays.
    var leaving: String { height > 0 ? "\u{1B}7\u{1B}[r\u{1B}8\u{1B}[J" : "" }

    /// Draws the lines that have changed; the cursor stays.
    mutating func drawing(_ palette: Palette, now: Int) -> String {
        let lines = BoardView(board: board, size: size, palette: palette, now: now).lines
        defer { drawn = lines }
        var changes = ""
        for (index, line) in lines.enumerated()
        where !drawn.indices.contains(index) || drawn[index] != line {
            changes += "\u{1B}[\(regionRows + index + 1);1H\u{1B}[2K\(line)"
        }
        return changes.isEmpty ? "" : "\u{1B}7\(changes)\u{1B}8"
    }
}
