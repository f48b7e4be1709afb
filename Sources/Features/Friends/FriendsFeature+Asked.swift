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

    /// Whether one of two has blocked the other: neither is to learn which.
    public static func isBlocked(_ pair: UserPair, in snapshot: Snapshot) throws(Refusal) -> Bool {
        let isByLow = try BlockRules.exists(by: pair.low, of: pair.high, in: snapshot)
        let isByHigh = try BlockRules.exists(by: pair.high, of: pair.low, in: snapshot)
        return isByLow || isByHigh
    }
}
