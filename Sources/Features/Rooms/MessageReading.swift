import Accounts
import Friends
import Kernel
import Wire

/// What a user may read again of the messages in the inbox: the same as `roomHistory` has, of rooms
/// of two and of groups. In a room of two that includes deletions, which a device with the message
/// needs.
struct MessageReading {
    private let user: User.ID
    private var groups: GroupReading
    /// By room of two.
    private var known: [String: Bool] = [:]

    init(of user: User.ID) {
        self.user = user
        groups = GroupReading(of: user)
    }

    /// Whether the user may read a message.
    mutating func allows(
        _ message: RoomMessage, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard !message.isExpired(at: snapshot.now) else { return false }
        guard !RoomKey.isGroup(message.room) else {
            return try groups.allows(message, in: snapshot)
        }
        if message.deleted { return true }
        return try allows(room: message.room, in: snapshot)
    }

    /// Whether the two users of a room may talk; true for a group.
    mutating func allows(room: String, in snapshot: Snapshot) throws(Refusal) -> Bool {
        guard !RoomKey.isGroup(room) else { return true }
        if let allows = known[room] { return allows }
        let allows = try mayTalk(in: room, snapshot)
        known[room] = allows
        return allows
    }

    /// Whether the two users of a room may talk.
    private func mayTalk(in room: String, _ snapshot: Snapshot) throws(Refusal) -> Bool {
        for name in room.split(separator: ":") {
            guard let account = try snapshot.first(.account(named: String(name))),
                let pair = UserPair(user, account.id)
            else { continue }
            return try Bonds.allow(.chat, pair, in: snapshot)
        }
        return false
    }
}
