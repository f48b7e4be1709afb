/// Who is online, as far as this daemon knows: a hint for lists, never a rule.
public protocol PresenceView: Sendable {
    /// What friends may know of the user now.
    func standing(of user: User.ID) -> Standing
}

/// What friends may know of a user's presence.
public enum Standing: Equatable, Sendable {
    /// The user has a session open, or had one a moment ago.
    case online
    /// The user is not online. `lastSeen` is when the user last was; nil: the stored time counts.
    case offline(lastSeen: Moment?)
    /// The daemon has just started, and the user may be about to come back.
    case unknown
}

/// Stores what outlives the hub: when users were last seen, and which tokens are in use.
public protocol Attendance: Sendable {
    /// Stores arrivals and departures. Those of deleted accounts are left out.
    func note(_ changes: [PresenceChange], in transaction: Transaction) throws(Refusal)

    /// Marks as offline all users who were online when the daemon ended and have not come back.
    func giveUpAbsent(in transaction: Transaction) throws(Refusal)

    /// Stores the use of tokens.
    func note(_ uses: [TokenUse], in transaction: Transaction) throws(Refusal)
}

/// A user came online, or went offline.
public struct PresenceChange: Equatable, Sendable {
    /// The user.
    public let user: User.ID
    /// Which of the two.
    public let isOnline: Bool
    /// When it happened; of a departure: when the user was last seen.
    public let at: Moment

    /// - Parameters: as the properties.
    public init(user: User.ID, isOnline: Bool, at: Moment) {
        self.user = user
        self.isOnline = isOnline
        self.at = at
    }
}

/// The relations between users: what the hub asks of the store.
///
/// Hints reach friends only, and users may hide from their friends. A blocked user is no friend.
/// The feature that keeps friendships gives the answers.
public protocol Relations: Sendable {
    /// The users whose presence concerns a user, and who see the user's presence.
    func friends(of user: User.ID, in snapshot: Snapshot) throws(Refusal) -> [User.ID]

    /// The users who may know what a user does in a group now: those of its other members who see
    /// the user's presence. None if the user is no member.
    ///
    /// - Parameter room: the group's room on the wire; there may be no such group.
    func audience(
        of user: User.ID, in room: String, _ snapshot: Snapshot
    ) throws(Refusal) -> [User.ID]

    /// What others may know of a user.
    func discretion(of user: User.ID, in snapshot: Snapshot) throws(Refusal) -> Discretion
}
