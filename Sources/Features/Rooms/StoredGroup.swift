import Accounts
import Kernel
import Wire

/// A group, as it is stored.
struct StoredGroup: Sendable {
    let room: Room.ID
    /// The number in its room's key on the wire.
    let number: UInt32
    let name: String
    /// 0: none, as for the team of a project.
    let owner: User.ID
    /// The code that admits new members; empty: none does.
    let code: String
    let memberCount: UInt32
    let madeAt: Moment
    /// Its members are those of a project.
    let isTeam: Bool
    let life: RoomLife

    /// A group that the caller is a member of.
    ///
    /// - Throws: `.notMember` alike for a group of others and for none.
    static func own(
        _ name: String, field: String, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> (StoredGroup, Membership) {
        guard let number = RoomKey.number(in: name),
            let group = try snapshot.first(.group(number: number)),
            let membership = try snapshot.first(.membership(of: user, in: group.room)),
            membership.isIn
        else { throw Refusal(.notMember, field: field, "you are not a member of this group") }
        return (group, membership)
    }

    /// As members see it.
    func shown(in snapshot: Snapshot) throws(Refusal) -> Group {
        var shown = Group()
        shown.room = RoomKey(group: number).description
        shown.name = name
        // An owner who has left Upfor has no display name: until the group has another owner, it
        // shows none.
        if owner != 0, let account = try snapshot.first(.account(of: owner)),
            !account.displayName.isEmpty
        {
            shown.owner = account.username
        }
        shown.members = memberCount
        shown.madeAt = madeAt.timestamp
        shown.team = isTeam
        return shown
    }
}

/// A user's present or former membership in a group.
struct Membership: Sendable {
    /// The id of its row, by which the member's messages are numbered.
    let id: Int64
    /// The room's newest message when the member joined.
    let since: UInt32
    /// Whether the user is a member now.
    let isIn: Bool
    /// Removed by the owner: the code of the group does not open it for this user.
    let isBarred: Bool
}

extension Query where Row == StoredGroup {
    private static func decode(_ columns: inout Columns) throws(StoreError) -> StoredGroup {
        StoredGroup(
            room: try columns.id(), number: try columns.count(), name: try columns.text(),
            owner: try columns.id(), code: try columns.text(), memberCount: try columns.count(),
            madeAt: try columns.moment(), isTeam: try columns.flag(),
            life: try RoomLife(&columns))
    }

    private static var columns: SQL {
        """
        g.room_id, g.number, g.name, g.owner, g.code, g.members, g.made_ms, g.is_team,
            \(RoomLife.columns)
        """
    }

    static func group(number: UInt32) -> Self {
        Query(
            "SELECT \(columns) FROM room_group g WHERE g.number = \(number)", decode: decode)
    }

    static func group(in room: Room.ID) -> Self {
        Query(
            "SELECT \(columns) FROM room_group g WHERE g.room_id = \(room)", decode: decode)
    }

    static func group(code: String) -> Self {
        Query(
            "SELECT \(columns) FROM room_group g WHERE g.code = \(code) AND g.code <> ''",
            decode: decode)
    }

    /// The groups of a member, the one with the newest message first.
    ///
    /// - Parameters:
    ///   - place: only those behind it.
    ///   - limit: nil: all.
    static func groups(
        of user: User.ID, behind place: ListedPlace? = nil, limit: Int? = nil
    ) -> Self {
        let newest: SQL = """
            coalesce((SELECT m.event_id FROM room_message m WHERE m.room_id = g.room_id
                ORDER BY m.seq DESC LIMIT 1), 0)
            """
        let rest: SQL =
            place.map { "AND (\(newest), g.room_id) < (\($0.event), \($0.room))" } ?? ""
        let count: SQL = limit.map { "LIMIT \(Int64($0))" } ?? ""
        return Query(
            """
            SELECT \(columns) FROM room_member k JOIN room_group g ON g.room_id = k.room_id
            WHERE k.user_id = \(user) AND k.is_in = 1 \(rest)
            ORDER BY \(newest) DESC, g.room_id DESC \(count)
            """, decode: decode)
    }

    /// The groups of two members, but teams; by their numbers.
    static func groups(of one: User.ID, and other: User.ID) -> Self {
        Query(
            """
            SELECT \(columns) FROM room_member k
            JOIN room_member o ON o.room_id = k.room_id AND o.user_id = \(other) AND o.is_in = 1
            JOIN room_group g ON g.room_id = k.room_id
            WHERE k.user_id = \(one) AND k.is_in = 1 AND g.is_team = 0 ORDER BY g.number
            """, decode: decode)
    }

    /// A group whose last member has left, and whose messages are still there.
    static var empty: Self {
        Query(
            """
            SELECT \(columns) FROM room_group g
            WHERE g.members = 0 AND g.name <> '' AND g.room_id > 0 LIMIT 1
            """, decode: decode)
    }
}

extension Query where Row == Membership {
    static func membership(of user: User.ID, in room: Room.ID) -> Self {
        Query(
            """
            SELECT id, since, is_in, is_barred FROM room_member
            WHERE room_id = \(room) AND user_id = \(user)
            """
        ) { columns throws(StoreError) in
            Membership(
                id: try columns.integer(), since: try columns.count(), isIn: try columns.flag(),
                isBarred: try columns.flag())
        }
    }
}

extension Query where Row == User.ID {
    /// All members of a group, ordered by join time.
    static func members(of room: Room.ID) -> Self {
        Query(
            """
            SELECT user_id FROM room_member WHERE room_id = \(room) AND is_in = 1
            ORDER BY joined_ms, id
            """
        ) { columns throws(StoreError) in try columns.id() }
    }

    /// The same, with `.nobody` in place of each member who has blocked the author: a delivery to
    /// it takes as long.
    ///
    /// - Parameter seq: only members who were there when this message was sent.
    static func members(
        of room: Room.ID, readingOf author: User.ID, at seq: UInt32 = .max
    ) -> Self {
        Query(
            """
            SELECT CASE WHEN EXISTS (SELECT 1 FROM block b
                    WHERE b.blocker = k.user_id AND b.blocked = \(author))
                THEN \(User.ID.nobody) ELSE k.user_id END
            FROM room_member k
            WHERE k.room_id = \(room) AND k.is_in = 1 AND k.since < \(seq)
            ORDER BY k.joined_ms, k.id
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}

/// A member of a group, and the time of joining.
struct JoinedMember: Sendable {
    let user: User.ID
    let since: Moment
}

extension Query where Row == JoinedMember {
    static func joined(_ room: Room.ID) -> Self {
        Query(
            "SELECT user_id, joined_ms FROM room_member WHERE room_id = \(room) AND is_in = 1"
        ) { columns throws(StoreError) in
            JoinedMember(user: try columns.id(), since: try columns.moment())
        }
    }
}

/// A member, as the list of a group shows one.
struct ListedMember: Sendable {
    let user: User.ID
    let profile: UserProfile
    let joined: Moment
}

extension Query where Row == ListedMember {
    /// The members of a group, by username.
    static func listed(of room: Room.ID) -> Self {
        Query(
            """
            SELECT k.user_id, a.username, a.display_name, a.avatar, k.joined_ms
            FROM room_member k JOIN person a ON a.id = k.user_id
            WHERE k.room_id = \(room) AND k.is_in = 1 ORDER BY a.username
            """
        ) { columns throws(StoreError) in
            ListedMember(
                user: try columns.id(), profile: try UserProfile(from: &columns),
                joined: try columns.moment())
        }
    }
}

extension Query where Row == ReadMark {
    /// The mark of a member. Unread messages are those after it, without the member's own, those of
    /// authors whom the member has blocked, those of authors who have left Upfor, and those that
    /// have expired.
    ///
    /// - Index: the primary keys, and `room_message_author`.
    static func groupMark(of user: User.ID, in room: Room.ID, at now: Moment) -> Self {
        Query(
            """
            SELECT k.seq, k.is_muted, n.seq,
                EXISTS (SELECT 1 FROM room_mention x JOIN room_message m
                        ON m.room_id = x.room_id AND m.seq = x.seq
                    WHERE x.user_id = \(user) AND x.room_id = k.room_id AND x.seq > k.seq
                        AND \(Expiry.lasts(at: now)) AND NOT EXISTS (SELECT 1 FROM block b
                            WHERE b.blocker = \(user) AND b.blocked = m.author)),
                n.seq - k.seq - coalesce((SELECT m.said FROM room_message m
                        WHERE m.in_group = 1 AND m.room_id = k.room_id AND m.author = \(user)
                        ORDER BY m.seq DESC LIMIT 1), 0)
                    + coalesce((SELECT m.said FROM room_message m
                        WHERE m.in_group = 1 AND m.room_id = k.room_id AND m.author = \(user)
                            AND m.seq <= k.seq
                        ORDER BY m.seq DESC LIMIT 1), 0)
                    - (SELECT CAST(coalesce(sum(
                            coalesce((SELECT m.said FROM room_message m
                                WHERE m.in_group = 1 AND m.room_id = k.room_id
                                    AND m.author = b.blocked
                                ORDER BY m.seq DESC LIMIT 1), 0)
                            - coalesce((SELECT m.said FROM room_message m
                                WHERE m.in_group = 1 AND m.room_id = k.room_id
                                    AND m.author = b.blocked AND m.seq <= k.seq
                                ORDER BY m.seq DESC LIMIT 1), 0)), 0) AS BIGINT)
                        FROM block b JOIN room_member o
                            ON o.room_id = k.room_id AND o.user_id = b.blocked
                        WHERE b.blocker = \(user))
                    - (SELECT count(*) FROM room_message m
                        WHERE m.in_group = 1 AND m.room_id = k.room_id
                            AND m.author = \(User.ID.nobody) AND m.seq > k.seq)
                    - CASE WHEN EXISTS (SELECT 1 FROM room_group g
                            WHERE g.room_id = k.room_id AND g.life_at_ms > 0)
                        THEN (SELECT count(*) FROM room_message m
                            WHERE m.room_id = k.room_id AND m.seq > k.seq
                                AND m.expires_ms > 0 AND m.expires_ms <= \(now)
                                AND m.author <> \(user) AND m.author <> \(User.ID.nobody)
                                AND NOT EXISTS (SELECT 1 FROM block b
                                    WHERE b.blocker = \(user) AND b.blocked = m.author))
                        ELSE 0 END
            FROM room_mark k JOIN (SELECT coalesce(max(seq), 0) AS seq FROM room_message
                WHERE room_id = \(room)) n ON true
            WHERE k.room_id = \(room) AND k.user_id = \(user)
            """
        ) { columns throws(StoreError) in
            let (seq, isMuted) = (try columns.count(), try columns.flag())
            let (newest, isMentioned) = (try columns.count(), try columns.flag())
            return ReadMark(
                seq: seq, isMuted: isMuted, newest: newest, unread: try columns.count(),
                isMentioned: isMentioned)
        }
    }
}
