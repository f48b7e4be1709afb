import Accounts
public import Kernel

/// Friendships as they are stored.
public struct StoredRelations: Relations {
    /// Those of the store that is asked.
    public init() {}

    /// Everybody who is a friend of a user.
    public func friends(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> [User.ID] {
        try Friendships.ids(of: user, in: snapshot)
    }

    /// What a user has chosen.
    public func discretion(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Discretion {
        try AccountsFeature.discretion(of: user, in: snapshot)
    }
}
