import CEdit
import Glibc

/// How much fits on the terminal.
struct TerminalSize: Equatable, Sendable {
    /// What is assumed where there is no terminal.
    static let standard = TerminalSize(columns: 80)

    let columns: Int

    /// That of standard output, asked anew.
    static var current: TerminalSize {
        let columns = Int(upfor_terminal_columns(STDOUT_FILENO))
        return columns > 0 ? TerminalSize(columns: columns) : .standard
    }
}
