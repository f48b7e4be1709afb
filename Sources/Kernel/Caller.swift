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

/// The use of a token, as far as it is worth a note.
///
/// To come is a look at the store and no more: what is to be noted of it is told to the hub, which
/// has it stored with others.
public struct TokenUse: Hashable, Sendable {
    /// How often it is noted that a token is used: a write for each use would be one for each
    /// sign-in.
    public static let interval = Duration.seconds(86_400)

    /// What is to be noted.
    public enum Kind: Hashable, Sendable {
        /// It was used, for the first time in a while.
        case seen
        /// It is one that replaces the log-in's token from now on.
        case succeeded(by: Identifier<SpareToken>)
        /// It is one that was replaced: there is a copy of it.
        case reused
    }

    /// Whose log-in it is.
    public let user: User.ID
    /// Which log-in it opens.
    public let token: Identifier<Token>
    /// What is to be noted.
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
    /// How the device stands that signed in by this token.
    func standing(of token: Identifier<Token>) -> DeviceStanding
}

/// Whether a device is connected.
public enum DeviceStanding: Equatable, Sendable {
    /// It has a session open.
    case online
    /// It has none. `lastSeen` is when it last had one; nil: not since the daemon started.
    case offline(lastSeen: Moment?)
}
