import Friends
import Kernel
import Wire

/// What a user may read of the messages of groups, alike in a room, in a replay, in search results
/// and in notifications.
///
/// A member may read messages of the current membership, except those of authors whom the member
/// has blocked. What is left of messages whose authors have left Upfor is readable to no user.
struct GroupReading {
    private let user: User.ID
    /// By room: the message after which the user may read; nil: none.
    private var known: [String: UInt32?] = [:]
    /// By author.
    private var authors: [String: Bool] = [:]

    init(of user: User.ID) { self.user = user }

    /// Whether the user may read a message; one of two users, in any case.
    mutating func allows(
        _ message: RoomMessage, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let number = RoomKey.number(in: message.room) else { return true }
        let since: UInt32?
        if let found = known[message.room] {
            since = found
        } else {
            since = try snapshot.first(.readable(byMember: user, ofGroup: number))
            known[message.room] = .some(since)
        }
        guard let since, message.seq > since, !message.from.isEmpty else { return false }
        if let allows = authors[message.from] { return allows }
        let author =
            try snapshot.first(.author(of: message.seq, inGroup: number)) ?? .nobody
        let isBlocked = try BlockRules.exists(by: user, of: author, in: snapshot)
        let allows = author != .nobody && !isBlocked
        authors[message.from] = allows
        return allows
    }
}

extension Query where Row == User.ID {
    /// By id: a user who is leaving Upfor no longer has a name.
    fileprivate static func author(of seq: UInt32, inGroup number: UInt32) -> Self {
        Query(
            """
            SELECT m.author FROM room_group g JOIN room_message m ON m.room_id = g.room_id
            WHERE g.number = \(number) AND m.seq = \(seq)
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}

extension Query where Row == UInt32 {
    /// The message after which a member may read a group; no row for other users.
    fileprivate static func readable(byMember user: User.ID, ofGroup number: UInt32) -> Self {
        Query(
            """
            SELECT k.since FROM room_group g JOIN room_member k ON k.room_id = g.room_id
            WHERE g.number = \(number) AND k.user_id = \(user) AND k.is_in = 1
            """
        ) { columns throws(StoreError) in try columns.count() }
    }
}
