import Accounts
import Friends
public import Kernel

extension RoomsFeature {
    /// Whether what a sender says makes no noise for a reader: the room is muted, or the two are
    /// no friends any more.
    public static func isQuiet(
        for reader: User.ID, when sender: String, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: sender)),
            let pair = UserPair(reader, account.id),
            try Friendships.exists(pair, in: snapshot),
            let room = try snapshot.first(.room(of: pair)),
            let mark = try snapshot.first(.mark(of: reader, in: room))
        else { return true }
        return mark.isMuted
    }
}
