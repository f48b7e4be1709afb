/// Something for the thread that owns the terminal.
enum ScreenNote: Sendable {
    /// Show these above the line that is being typed.
    case lines([String])
    /// Ask with this from now on.
    case prompt(Prompt)
    /// Show this below the line.
    case board(Board)
    /// Complete from this from now on.
    case vocabulary(Vocabulary)
    /// The window has another size.
    case resized
    /// The program was stopped and goes on: the terminal has forgotten its mode.
    case resumed
    /// Give the terminal back.
    case stop
}
