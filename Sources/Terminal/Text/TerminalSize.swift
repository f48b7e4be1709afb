import CEdit
import Glibc

/// How much fits on the terminal.
struct TerminalSize: Equatable, Sendable {
    /// What is assumed where there is no terminal.
    static let standard = TerminalSize(columns: 80, rows: 24)

    let columns: Int
    let rows: Int

    /// That of standard output, asked anew.
    static var current: TerminalSize {
        let columns = Int(upfor_terminal_columns(STDOUT_FILENO))
        let rows = Int(upfor_terminal_rows(STDOUT_FILENO))
        return TerminalSize(
            columns: columns > 0 ? columns : standard.columns,
            rows: rows > 0 ? rows : standard.rows)
    }
}
