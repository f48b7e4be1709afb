import Accounts
import Friends
public import Kernel

extension ActivitiesFeature {
    /// Whether the two are friends, and up for the same thing now.
    public static func isMatched(
        _ user: User.ID, with other: String, for activity: String, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: other)),
            let pair = UserPair(user, account.id),
            try Bonds.allow(.activities, pair, in: snapshot)
        else { return false }
        return try snapshot.first(.current(of: pair, for: activity)) != nil
    }
}
