import Glibc

/// What a person who waits is told, on stderr: one line that changes on a terminal, a line for
/// each phase elsewhere.
struct Progress: Sendable {
    private enum Medium { case terminal, file, nowhere }

    private let medium: Medium

    /// - Parameter isQuiet: for `--quiet`, and for tests.
    init(isQuiet: Bool) {
        medium = isQuiet ? .nowhere : isatty(STDERR_FILENO) == 1 ? .terminal : .file
    }

    /// A phase begins.
    func begin(_ phase: String) {
        switch medium {
        case .terminal: Self.write("\r\u{1B}[K\(phase)")
        case .file: Self.write("\(phase)\n")
        case .nowhere: break
        }
    }

    /// The phase has come so far.
    func update(_ text: String) {
        if medium == .terminal { begin(text) }
    }

    /// Nothing more to say: the line is wiped.
    func end() {
        if medium == .terminal { Self.write("\r\u{1B}[K") }
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
