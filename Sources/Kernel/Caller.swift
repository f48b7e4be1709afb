/// Who sends a command: a user, on one device, by one token.
public struct Caller: Equatable, Sendable {
    /// Whose account.
    public let user: User.ID
    /// The account's username: never changes.
    public let username: String
    /// Which log-in this is; gone after log-out.
    public let token: Identifier<Token>

    /// A caller whose token has been checked.
    public init(user: User.ID, username: String, token: Identifier<Token>) {
        self.user = user
        self.username = username
        self.token = token
    }
}

/// One log-in on one device.
public enum Token {}

/// Who may use a command.
public enum Access: String, Sendable, CaseIterable {
    /// Anybody who is connected, signed in or not.
    case anyone
    /// Only who is signed in.
    case user
}
