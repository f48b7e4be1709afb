/// What a command tells the hub, beside the events it delivers: who is connected as whom, and
/// whose presence concerns whom.
public enum Signal: Equatable, Sendable {
    /// This connection now speaks for a user.
    case signedIn(SessionGrant)
    /// A token was given up: no connection speaks for it any more.
    case signedOut(Caller)
    /// Everybody who is a friend of a user, at this point in the order of commits.
    case friends(User.ID, [User.ID])
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
    /// Whether friends are not told of this session.
    public let isSilent: Bool

    /// What the snapshot said.
    public init(
        caller: Caller, cursor: UInt32, top: UInt32, isSilent: Bool
    ) {
        self.isSilent = isSilent
        self.caller = caller
        self.cursor = cursor
        self.top = top
    }
}
