import Accounts
import Friends
public import Kernel
public import Wire

extension RoomsFeature {
    /// A message as it stands, if it makes a noise for its reader: the two may talk, or both are in
    /// the group; the room is not muted; and the message was not deleted.
    public static func loudMessage(
        _ message: RoomMessage, to reader: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> RoomMessage? {
        var reading = GroupReading(of: reader)
        guard try reading.allows(message, in: snapshot),
            let account = try snapshot.first(.account(named: message.from))
        else { return nil }
        let found =
            if let number = RoomKey.number(in: message.room) {
                try group(number, reader, in: snapshot)
            } else {
                try pair(account.id, reader, in: snapshot)
            }
        guard let (room, isMuted) = found, !isMuted,
            let said = try snapshot.first(.message(message.seq, in: room)),
            said.author == account.id, !said.message.deleted, !said.message.text.isEmpty
        else { return nil }
        return said.message
    }

    private static func pair(
        _ author: User.ID, _ reader: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> (Room.ID, isMuted: Bool)? {
        guard let pair = UserPair(reader, author),
            try Bonds.allow(.chat, pair, in: snapshot),
            let room = try snapshot.first(.room(of: pair))
        else { return nil }
        return (room, try Groups.isMuted(room.rawValue, by: reader, in: snapshot))
    }

    private static func group(
        _ number: UInt32, _ reader: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> (Room.ID, isMuted: Bool)? {
        guard let group = try snapshot.first(.group(number: number)) else { return nil }
        let isMuted = try Groups.isMuted(group.room.rawValue, by: reader, in: snapshot)
        return (group.room, isMuted)
    }
}
