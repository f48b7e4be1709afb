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
