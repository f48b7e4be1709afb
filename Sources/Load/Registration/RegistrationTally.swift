/// What all who make accounts count together.
struct RegistrationTally: Sendable {
    /// What opens the sessions of those who have an account, by their numbers.
    var tokens: [Int: String] = [:]
    /// Why the server made one of them no account.
    var firstRefusal: String?
    /// Whether it closed on one who had waited too long for an answer.
    var hasTimedOut = false
}
