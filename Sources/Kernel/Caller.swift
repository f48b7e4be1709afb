/// Who sends a command: a user, on one device, by one token.
public struct Caller: Equatable, Sendable {
    /// The user who sends it.
    public let user: User.ID
    /// The account's username. It never changes.
    public let username: String
    /// Which log-in this is. It ends at log-out.
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
    /// Every connection, with or without a session.
    case anyone
    /// Signed-in users only.
    case user
}

/// A use of a token that the server records.
///
/// A sign-in only reads the store. It reports the use to the hub, which stores many uses together.
public struct TokenUse: Hashable, Sendable {
    /// How often the use of a token is recorded. Recording every use would cost a write for each
    /// sign-in.
    public static let interval = Duration.seconds(86_400)

    /// What happened to the token.
    public enum Kind: Hashable, Sendable {
        /// It was used, for the first time in a while.
        case seen
        /// A spare token was used: it replaces the log-in's token from now on.
        case succeeded(by: Identifier<SpareToken>)
        /// A token that had been replaced was used: a copy of it exists.
        case reused
    }

    /// The owner of the log-in.
    public let user: User.ID
    /// Which log-in it opens.
    public let token: Identifier<Token>
    /// What happened to the token.
    public let kind: Kind

    /// - Parameters: as the properties.
    public init(_ kind: Kind, of token: Identifier<Token>, by user: User.ID) {
        (self.user, self.token, self.kind) = (user, token, kind)
    }
}

/// A secret of a log-in that is not its token: one that may replace it, or was replaced.
public enum SpareToken {}

/// Which devices are connected, as far as this daemon knows: a hint for lists, never a rule.
public protocol DeviceView: Sendable {
    /// Whether the device that signed in with this token is connected.
    func standing(of token: Identifier<Token>) -> DeviceStanding
}

/// Whether a device is connected.
public enum DeviceStanding: Equatable, Sendable {
    /// It has a session open.
    case online
    /// It has none. `lastSeen` is when it last had one; nil: not since the daemon started.
    case offline(lastSeen: Moment?)
}
