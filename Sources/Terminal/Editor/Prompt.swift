/// What stands before the line that is being typed.
struct Prompt: Equatable, Sendable {
    /// What becomes of the line once it has been entered.
    enum Entered: Equatable, Sendable {
        /// It stays, as in a shell.
        case stays
        /// It goes: what it said comes back as a message with its time.
        case goes
    }

    let text: String
    let entered: Entered
}
