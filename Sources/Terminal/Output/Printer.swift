/// Where lines go: what was asked for, and what is said about it.
protocol Printer: Sendable {
    /// Lines that were asked for: a script reads them.
    func data(_ lines: [String])
    /// Lines that only people read.
    func talk(_ lines: [String])
}
