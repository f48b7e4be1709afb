import Friends
import Kernel
import Wire

/// What a user may read of the messages of groups: in a room, in a replay, in what is found, and
/// in what wakes a device alike.
///
/// That is what was said since the user became a member, while the user is one, but by those whom
/// the user has blocked.
struct GroupReading {
    private let user: User.ID
    /// By room: behind which message; nil: none.
    private var known: [String: UInt32?] = [:]
    private var blocked: Set<String>?

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
        guard let since, message.seq > since else { return false }
        if blocked == nil { blocked = Set(try BlockRules.names(blockedBy: user, in: snapshot)) }
        return blocked?.contains(message.from) == false
    }
}

extension Query where Row == UInt32 {
    /// Behind which message a member may read a group; no row for others.
    fileprivate static func readable(byMember user: User.ID, ofGroup number: UInt32) -> Self {
        Query(
            """
            SELECT k.since FROM room_group g JOIN room_member k ON k.room_id = g.room_id
            WHERE g.number = \(number) AND k.user_id = \(user) AND k.is_in = 1
            """
        ) { columns throws(StoreError) in try columns.count() }
    }
}
