import Accounts
import Friends
public import Kernel
public import Wire

extension RoomsFeature {
    /// A message as it stands, if it makes a noise for its reader: the two are friends, the room is
    /// not muted, and the message was not deleted.
    public static func loudMessage(
        _ seq: UInt32, from sender: String, to reader: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> RoomMessage? {
        guard let account = try snapshot.first(.account(named: sender)),
            let pair = UserPair(reader, account.id),
            try Bonds.allow(.chat, pair, in: snapshot),
            let room = try snapshot.first(.room(of: pair)),
            try snapshot.first(.mark(of: reader, in: room))?.isMuted == false,
            let said = try snapshot.first(.message(seq, in: room)), said.author == account.id,
            !said.message.deleted, !said.message.text.isEmpty
        else { return nil }
        return said.message
    }
}
