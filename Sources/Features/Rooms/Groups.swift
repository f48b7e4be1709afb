public import Accounts
public import Friends
public import Kernel
import Wire

/// The members of groups: changes to them, each in the transaction of its cause.
public enum Groups {
    /// Most members of a group.
    public static let membersMax = 200
    /// Most groups of a user.
    static let groupsMax = 50

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - owner: nil for the team of a project.
    ///   - members: those of a team, or the owner.
    ///   - username: of the user who makes it; empty for a team.
    static func make(
        _ name: String, owner: User.ID?, members: [Account], by username: String,
        in transaction: Transaction
    ) throws(Refusal) -> StoredGroup {
        let room: Room.ID = transaction.makeID()
        let number = try transaction.drawNumber { (number) throws(Refusal) in
            try transaction.first(.group(number: number)) != nil
        }
        try transaction.run(
            """
            INSERT INTO room_group (room_id, number, name, owner, code, members, made_ms, is_team)
            VALUES (\(room), \(number), \(name), \(owner ?? 0), '', 0, \(transaction.now),
                \(owner == nil))
            """)
        try add(members, to: room, by: username, in: transaction)
        return try stored(room, in: transaction)
    }

    /// The team of a project gets a room.
    ///
    /// - Parameter name: the project's.
    /// - Returns: the room's id in the store.
    public static func makeTeam(
        _ name: String, members: [Account], in transaction: Transaction
    ) throws(Refusal) -> Int64 {
        try make(name, owner: nil, members: members, by: "", in: transaction).room.rawValue
    }

    /// A user has joined a project or plan.
    public static func join(
        _ account: Account, team room: Int64, in transaction: Transaction
    ) throws(Refusal) {
        try add([account], to: Room.ID(rawValue: room), by: "", in: transaction)
    }

    /// A user has left a project or plan.
    public static func leave(
        _ account: Account, team room: Int64, in transaction: Transaction
    ) throws(Refusal) {
        try remove(
            account.id, named: account.username, from: Room.ID(rawValue: room), by: "",
            in: transaction)
    }

    /// The title of a team's project has changed: the team takes it, and its members receive an
    /// event.
    ///
    /// - Parameter username: the user who changed it.
    public static func rename(
        team room: Int64, to name: String, by username: String, in transaction: Transaction
    ) throws(Refusal) {
        try rename(Room.ID(rawValue: room), to: name, by: username, in: transaction)
    }

    /// A team becomes a group: its members change by their own commands from now on.
    public static func release(
        team room: Int64, to owner: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            "UPDATE room_group SET is_team = 0, owner = \(owner) WHERE room_id = \(room)")
        try announce(Room.ID(rawValue: room), by: "", in: transaction)
    }

    static func rename(
        _ room: Room.ID, to name: String, by username: String, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run("UPDATE room_group SET name = \(name) WHERE room_id = \(room)")
        try announce(room, by: username, in: transaction)
    }

    /// The key of the room of a group or team on the wire; nil if there is none.
    public static func key(of room: Int64, in snapshot: Snapshot) throws(Refusal) -> String? {
        try snapshot.first(.group(in: Room.ID(rawValue: room)))
            .map { RoomKey(group: $0.number).description }
    }

    /// Whether a user is a member of a group.
    ///
    /// - Parameter name: as it is called on the wire.
    public static func isMember(
        _ user: User.ID, ofGroup name: String, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let number = RoomKey.number(in: name),
            let group = try snapshot.first(.group(number: number))
        else { return false }
        return try snapshot.first(.membership(of: user, in: group.room))?.isIn == true
    }

    /// The members of a group of the caller, with their join times.
    ///
    /// - Throws: `.notMember` alike for a group of others and for none.
    public static func members(
        ofGroup name: String, field: String, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> (room: Int64, members: [User.ID: Moment]) {
        let (group, _) = try StoredGroup.own(name, field: field, of: caller.user, in: snapshot)
        let room = group.room.rawValue
        return (room, try members(of: room, in: snapshot))
    }

    /// Whether a user has muted a room.
    public static func isMuted(
        _ room: Int64, by user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        let mark = Query<Bool>(
            "SELECT is_muted FROM room_mark WHERE room_id = \(room) AND user_id = \(user)"
        ) { columns throws(StoreError) in try columns.flag() }
        return try snapshot.first(mark) == true
    }

    /// The members of a group, with their join times.
    public static func members(
        of room: Int64, in snapshot: Snapshot
    ) throws(Refusal) -> [User.ID: Moment] {
        let joined = try snapshot.all(.joined(Room.ID(rawValue: room)))
        return Dictionary(uniqueKeysWithValues: joined.map { ($0.user, $0.since) })
    }

    /// Whether two users have talked, or are in the same group.
    public static let acquaintance: FriendsFeature.Acquaintance = {
        (pair, snapshot) throws(Refusal) in
        if try snapshot.first(.room(of: pair)) != nil { return true }
        let shared = Query<Room.ID>(
            """
            SELECT a.room_id FROM room_member a JOIN room_member b ON b.room_id = a.room_id
            WHERE a.user_id = \(pair.low) AND b.user_id = \(pair.high)
                AND a.is_in = 1 AND b.is_in = 1 LIMIT 1
            """
        ) { columns throws(StoreError) in try columns.id() }
        return try snapshot.first(shared) != nil
    }
}

extension Groups {
    /// Adds users who are not members yet, and sends one event to all members.
    ///
    /// New members cannot read earlier messages, nor do those count as unread.
    ///
    /// - Parameter username: the user who joins by a command of their own; empty for a team.
    static func add(
        _ accounts: [Account], to room: Room.ID, by username: String,
        in transaction: Transaction
    ) throws(Refusal) {
        var joined: [Account] = []
        let newest = try transaction.first(.newest(in: room)) ?? 0
        for account in accounts {
            let old = try transaction.first(.membership(of: account.id, in: room))
            guard old?.isIn != true else { continue }
            let id: Identifier<Membership> = transaction.makeID()
            try transaction.run(
                """
                INSERT INTO room_member
                    (room_id, user_id, id, since, first, joined_ms, is_in, is_barred)
                VALUES (\(room), \(account.id), \(id), \(newest), \(newest), \(transaction.now),
                    1, 0)
                ON CONFLICT (room_id, user_id) DO UPDATE SET since = excluded.since,
                    joined_ms = excluded.joined_ms, is_in = 1, is_barred = 0
                """)
            try transaction.run(
                """
                INSERT INTO room_mark (room_id, user_id, seq, told)
                VALUES (\(room), \(account.id), \(newest), 0)
                ON CONFLICT (room_id, user_id) DO UPDATE SET seq = excluded.seq
                """)
            try Invitations.settle(account.id, room, in: transaction)
            joined.append(account)
        }
        guard !joined.isEmpty else { return }
        try recount(room, in: transaction)
        try announce(room, by: username, in: transaction) { changed in
            changed.joined = joined.map(\.profile)
        }
    }

    /// Removes a member. If it was the owner, the longest-standing member is the next owner.
    ///
    /// - Parameter isBarred: whether the group's code no longer admits the user.
    static func remove(
        _ user: User.ID, named name: String, from room: Room.ID, by username: String,
        isBarred: Bool = false, in transaction: Transaction
    ) throws(Refusal) {
        let removed = try transaction.rowsChanged(
            """
            UPDATE room_member SET is_in = 0, is_barred = \(isBarred)
            WHERE room_id = \(room) AND user_id = \(user) AND is_in = 1
            """)
        guard removed > 0 else { return }
        try Invitations.end(of: user, to: room, in: transaction)
        try recount(room, in: transaction)
        let members = try transaction.all(.members(of: room))
        try transaction.run(
            """
            UPDATE room_group SET owner = \(members.first ?? 0)
            WHERE room_id = \(room) AND owner = \(user)
            """)
        // A group without members is deleted in steps, and no user joins it meanwhile.
        if members.isEmpty {
            try transaction.run("UPDATE room_group SET code = '' WHERE room_id = \(room)")
        }
        try announce(room, by: username, to: [user], in: transaction) { changed in
            changed.left = [name]
        }
    }

    /// Sends the current state of a group to all its members.
    ///
    /// - Parameter others: further recipients.
    static func announce(
        _ room: Room.ID, by username: String, to others: [User.ID] = [],
        in transaction: Transaction, _ fill: (inout GroupChanged) -> Void = { _ in }
    ) throws(Refusal) {
        var changed = GroupChanged()
        changed.group = try stored(room, in: transaction).shown(in: transaction)
        changed.by = username
        fill(&changed)
        let members = try transaction.all(.members(of: room))
        try transaction.deliver(.groupChanged(changed), to: members + others)
    }

    /// A group that was found before in the same transaction.
    static func stored(
        _ room: Room.ID, in snapshot: Snapshot
    ) throws(Refusal) -> StoredGroup {
        guard let group = try snapshot.first(.group(in: room)) else { throw .fault }
        return group
    }

    private static func recount(
        _ room: Room.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            UPDATE room_group SET members = (SELECT count(*) FROM room_member
                WHERE room_id = \(room) AND is_in = 1)
            WHERE room_id = \(room)
            """)
    }

    /// - Throws: `.listFull` if the user is in the maximum number of groups.
    public static func requireRoomForGroup(
        of user: User.ID, field: String, in snapshot: Snapshot
    ) throws(Refusal) {
        guard try snapshot.first(.groupCount(of: user)) ?? 0 >= groupsMax else { return }
        throw Refusal(
            .listFull, field: field, "limit reached: you are in \(groupsMax) groups")
    }

    /// A group has the maximum number of members.
    static func full(_ field: String) -> Refusal {
        Refusal(.listFull, field: field, "limit reached: \(membersMax) members")
    }
}

extension Query where Row == UInt32 {
    /// The newest message of a room; no row if it has none.
    static func newest(in room: Room.ID) -> Self {
        Query(
            "SELECT seq FROM room_message WHERE room_id = \(room) ORDER BY seq DESC LIMIT 1"
        ) { columns throws(StoreError) in try columns.count() }
    }

    /// The number of a user's groups, not counting teams.
    fileprivate static func groupCount(of user: User.ID) -> Self {
        Query(
            """
            SELECT count(*) FROM room_member k JOIN room_group g ON g.room_id = k.room_id
            WHERE k.user_id = \(user) AND k.is_in = 1 AND g.is_team = 0
            """
        ) { columns throws(StoreError) in try columns.count() }
    }
}
