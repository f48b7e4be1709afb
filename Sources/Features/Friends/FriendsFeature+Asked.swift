import Accounts
public import Kernel
import Wire

extension FriendsFeature {
    /// Whether a request waits for the user's answer.
    ///
    /// - Parameter message: what it says; nil: whatever it says.
    public static func isAsked(
        _ user: User.ID, by sender: String, saying message: String? = nil, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: sender)),
            let request = try snapshot.first(.request(from: account.id, to: user))
        else { return false }
        return !request.isDeclined && (message.map(request.message.isSame) ?? true)
    }

    /// Whether somebody of this name is a friend of the user's.
    public static func isFriend(
        _ name: String, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: name)),
            let pair = UserPair(user, account.id)
        else { return false }
        return try Friendships.exists(pair, in: snapshot)
    }

    /// Whether one of two has blocked the other: neither is to learn which.
    public static func isBlocked(_ pair: UserPair, in snapshot: Snapshot) throws(Refusal) -> Bool {
        let isByLow = try BlockRules.exists(by: pair.low, of: pair.high, in: snapshot)
        let isByHigh = try BlockRules.exists(by: pair.high, of: pair.low, in: snapshot)
        return isByLow || isByHigh
    }
}
