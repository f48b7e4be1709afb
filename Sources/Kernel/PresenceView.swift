/// Who is online, as far as this daemon knows: a hint for lists, never a rule.
public protocol PresenceView: Sendable {
    /// What friends may know of the user now.
    func standing(of user: User.ID) -> Standing
}

/// What friends may know of a user's presence.
public enum Standing: Equatable, Sendable {
    /// The user has a session open, or had one a moment ago.
    case online
    /// The user is not online. `lastSeen` is when that was last so; nil: as it is stored.
    case offline(lastSeen: Moment?)
    /// The daemon has just started, and the user may be about to come back.
    case unknown
}

/// What outlives the hub: who was seen when, and which tokens are in use.
public protocol Attendance: Sendable {
    /// Notes arrivals and departures; a deleted account is left out.
    func note(_ changes: [PresenceChange], in transaction: Transaction) throws(Refusal)

    /// Who was online when the daemon ended has had the time to come back.
    func giveUpAbsent(in transaction: Transaction) throws(Refusal)

    /// Notes the use of tokens.
    func note(_ uses: [TokenUse], in transaction: Transaction) throws(Refusal)
}

/// A user came, or went.
public struct PresenceChange: Equatable, Sendable {
    /// Who.
    public let user: User.ID
    /// Which of the two.
    public let isOnline: Bool
    /// When: for who went, when that user was last seen.
    public let at: Moment

    /// - Parameters: as the properties.
    public init(user: User.ID, isOnline: Bool, at: Moment) {
        self.user = user
        self.isOnline = isOnline
        self.at = at
    }
}

/// Who is what to whom: what the hub asks of the store.
///
/// A hint reaches friends only, and nobody is shown who does not want it; whoever is blocked is no
/// friend. The feature that keeps friendships gives the answers.
public protocol Relations: Sendable {
    /// Whose presence concerns a user, and who hears of the user's.
    func friends(of user: User.ID, in snapshot: Snapshot) throws(Refusal) -> [User.ID]

    /// What others may know of a user.
    func discretion(of user: User.ID, in snapshot: Snapshot) throws(Refusal) -> Discretion
}
