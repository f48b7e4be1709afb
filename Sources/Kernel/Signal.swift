/// What a command tells the hub, beside the events it delivers: who is connected as whom, and
/// whose presence concerns whom.
public enum Signal: Equatable, Sendable {
    /// This connection now speaks for a user.
    case signedIn(SessionGrant)
    /// This connection no longer speaks for anybody.
    case signedOut
    /// Somebody made an account. For the event log.
    case registered(User.ID)
    /// Somebody logged in by password. For the event log.
    case loggedIn(User.ID)
    /// Two users became friends, or stopped being friends.
    case friendship(User.ID, User.ID, exists: Bool)
}

/// What the hub needs to know of a session that opens.
public struct SessionGrant: Equatable, Sendable {
    /// Who this connection speaks for.
    public let caller: Caller
    /// The last inbox seq that the device has; events follow from the next.
    public let cursor: UInt32
    /// The newest inbox seq at the time of the snapshot.
    public let top: UInt32
    /// Whose presence this user hears of, and who hears of this user's.
    public let friends: [User.ID]
    /// Whether friends are not told of this session.
    public let isSilent: Bool

    /// What the snapshot said.
    public init(
        caller: Caller, cursor: UInt32, top: UInt32, friends: [User.ID], isSilent: Bool
    ) {
        self.isSilent = isSilent
        self.caller = caller
        self.cursor = cursor
        self.top = top
        self.friends = friends
    }
}
