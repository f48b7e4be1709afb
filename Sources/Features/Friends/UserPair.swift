public import Kernel

/// Two different users, in no order: a friendship has no direction.
public struct UserPair: Hashable, Sendable {
    /// The smaller id.
    public let low: User.ID
    /// The larger id.
    public let high: User.ID

    /// The pair of two users; nil for somebody and themselves.
    public init?(_ one: User.ID, _ other: User.ID) {
        guard one != other else { return nil }
        low = min(one, other)
        high = max(one, other)
    }
}
