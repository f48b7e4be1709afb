/// Who is online, as far as this daemon knows: a hint for lists, never a rule.
public protocol PresenceView: Sendable {
    /// Whether the user has a session open.
    func isOnline(_ user: User.ID) -> Bool
}
