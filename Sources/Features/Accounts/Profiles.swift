public import Kernel
import Wire

/// Tells of another name or picture.
public struct Profiles: Sendable {
    /// Everybody who is a friend of somebody.
    public typealias Friends = @Sendable (User.ID, Snapshot) throws(Refusal) -> [User.ID]

    let friends: Friends

    /// - Parameter friends: who is told, beside the person.
    public init(friends: @escaping Friends) {
        self.friends = friends
    }

    /// Tells a person's own devices, and all friends, how the person is shown now.
    ///
    /// - Returns: the account as it is now.
    @discardableResult
    public func announce(
        _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) -> Account {
        guard let account = try transaction.first(.account(of: user)) else { throw .notSignedIn }
        var changed = ProfileChanged()
        changed.user = account.profile
        try transaction.deliver(
            .profileChanged(changed), to: [user] + (try friends(user, transaction)))
        return account
    }
}
