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
