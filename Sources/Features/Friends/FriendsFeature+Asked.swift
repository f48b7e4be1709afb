import Accounts
public import Kernel

extension FriendsFeature {
    /// Whether a request waits for the user's answer.
    public static func isAsked(
        _ user: User.ID, by sender: String, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: sender)) else { return false }
        return try snapshot.first(.request(from: account.id, to: user))?.isDeclined == false
    }
}
