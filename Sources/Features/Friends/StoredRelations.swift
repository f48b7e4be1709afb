import Accounts
public import Kernel

/// Bonds as they are stored.
public struct StoredRelations: Relations {
    /// Those of the store that is asked.
    public init() {}

    /// Everybody who sees the presence of a user, and whose the user sees.
    public func friends(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> [User.ID] {
        try Bonds.ids(of: user, allowing: .presence, in: snapshot)
    }

    /// What a user has chosen.
    public func discretion(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Discretion {
        try AccountsFeature.discretion(of: user, in: snapshot)
    }
}
