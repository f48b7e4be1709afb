import Accounts
import Friends
import Kernel
import Wire

/// The room that a command names, as its caller may use it, and its other members.
struct Conversation: Sendable {
    /// The members of a room.
    enum Party: Sendable {
        /// Two users who may talk with one another: the other of them.
        case pair(Account, UserPair)
        /// A group, of which the caller is a member, or was one.
        case group(StoredGroup, Membership)
    }

    let caller: Caller
    let party: Party

    /// Finds the room with a friend, or of a group.
    ///
    /// - Parameter name: of a friend, or a group's room: "#17".
    /// - Throws: `.notFriends` alike for a stranger and for a missing user; `.notMember` alike for
    ///   a group of others and for none.
    static func find(
        _ name: String, field: String, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> Conversation {
        if RoomKey.isGroup(name) {
            let (group, membership) = try StoredGroup.own(
                name, field: field, of: caller.user, in: snapshot)
            return Conversation(caller: caller, party: .group(group, membership))
        }
        let (other, pair) = try Bonds.other(
            named: name, field: field, of: caller.user, allowing: .chat, in: snapshot)
        return Conversation(caller: caller, party: .pair(other, pair))
    }

    /// Finds the room with a former friend, or of a group that the caller has left, so that the
    /// caller can take back a message or reaction there; nil if the caller was never in it.
    static func former(
        _ name: String, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> Conversation? {
        if RoomKey.isGroup(name) {
            guard let number = RoomKey.number(in: name),
                let group = try snapshot.first(.group(number: number)),
                let membership = try snapshot.first(.membership(of: caller.user, in: group.room))
            else { return nil }
            return Conversation(caller: caller, party: .group(group, membership))
        }
        let shared: SQL = """
            EXISTS (SELECT 1 FROM room r
                WHERE r.low = \(caller.user) AND r.high = named.id
                    OR r.low = named.id AND r.high = \(caller.user))
            """
        guard
            let other = try snapshot.first(.account(named: name, among: "1 = 1", where: shared)),
            let pair = UserPair(caller.user, other.id)
        else { return nil }
        return Conversation(caller: caller, party: .pair(other, pair))
    }

    /// The look-ups of a command that writes in a room, as far as the room's name determines them.
    static func foreseen(of name: String, _ caller: Caller) -> [SQL] {
        let own = Query.account(of: caller.user).sql
        guard !RoomKey.isGroup(name) else { return [own] }
        return [
            Bonds.look(named: name, of: caller.user, allowing: .chat), own,
            Self.room(of: caller, andOneNamed: name).sql,
        ]
    }

    /// A room to write in.
    struct OpenRoom: Sendable {
        let id: Room.ID
        /// How long what is written stays.
        let life: RoomLife
    }

    /// The room of the caller and the user with this name.
    ///
    /// - Index: the username's, and those of both ends of a pair.
    private static func room(of caller: Caller, andOneNamed username: String) -> Query<OpenRoom> {
        room(
            where: """
                g.low = \(caller.user)
                    AND g.high = (SELECT id FROM account WHERE username = \(username))
                UNION ALL
                SELECT g.id, \(RoomLife.columns) FROM room g WHERE g.high = \(caller.user)
                    AND g.low = (SELECT id FROM account WHERE username = \(username))
                """)
    }

    private static func room(where condition: SQL) -> Query<OpenRoom> {
        Query("SELECT g.id, \(RoomLife.columns) FROM room g WHERE \(condition)") {
            columns throws(StoreError) in
            OpenRoom(id: try columns.id(), life: try RoomLife(&columns))
        }
    }

    /// The look-up of that room that a command uses: the foreseen one, if commands are foreseen.
    private static func room(
        of caller: Caller, and other: Account, _ pair: UserPair, in transaction: Transaction
    ) -> Query<OpenRoom> {
        transaction.foresees
            ? room(of: caller, andOneNamed: other.username)
            : room(where: "g.low = \(pair.low) AND g.high = \(pair.high)")
    }

    /// The conversation; nil where ``find(_:field:_:in:)`` refuses.
    static func known(
        _ name: String, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> Conversation? {
        do {
            return try find(name, field: "with", caller, in: snapshot)
        } catch {
            guard [.notFriends, .notMember].contains(error.code) else { throw error }
            return nil
        }
    }

    var key: RoomKey {
        switch party {
        case .pair(let other, _): RoomKey(caller.username, other.username)
        case .group(let group, _): RoomKey(group: group.number)
        }
    }

    /// Messages up to this one are older than the caller's membership.
    var since: UInt32 {
        if case .group(_, let membership) = party { membership.since } else { 0 }
    }

    var isGroup: Bool { if case .group = party { true } else { false } }

    /// The room; nil before the first message of two friends.
    func room(in snapshot: Snapshot) throws(Refusal) -> Room.ID? {
        switch party {
        case .pair(_, let pair): try snapshot.first(.room(of: pair))
        case .group(let group, _): group.room
        }
    }

    /// The room, made when it is missing.
    func open(in transaction: Transaction) throws(Refusal) -> OpenRoom {
        switch party {
        case .pair(let other, let pair):
            let known = Self.room(of: caller, and: other, pair, in: transaction)
            if let room = try transaction.first(known) { return room }
            return OpenRoom(id: try Room.make(for: pair, in: transaction), life: .unset)
        case .group(let group, _): return OpenRoom(id: group.room, life: group.life)
        }
    }

    /// The recipients of a message: the caller first, then the other members, except those of a
    /// group who have blocked the caller.
    func people(in snapshot: Snapshot) throws(Refusal) -> [User.ID] {
        switch party {
        case .pair(let other, _): return [caller.user, other.id]
        case .group(let group, _):
            let members = try snapshot.all(.members(of: group.room, readingOf: caller.user))
            return [caller.user] + members.filter { $0 != caller.user }
        }
    }

    /// The numbering of what the caller writes in the room.
    func sequence(in room: Room.ID) -> Sequence {
        switch party {
        case .pair(_, let pair): Room.sequence(of: caller.user, in: room, of: pair)
        case .group(_, let membership):
            Sequence(
                kind: "said", owner: membership.id,
                recovery: """
                    SELECT coalesce((SELECT said FROM room_message
                        WHERE in_group = 1 AND room_id = \(room) AND author = \(caller.user)
                        ORDER BY seq DESC LIMIT 1), 0)
                    """)
        }
    }

    /// How long what is written in the room stays.
    func life(of room: Room.ID, _ snapshot: Snapshot) throws(Refusal) -> RoomLife {
        switch party {
        case .pair: try snapshot.first(RoomLife.query(ofPair: room)) ?? .unset
        case .group(let group, _): group.life
        }
    }

    /// How far the caller has read; nil while there is no room.
    func mark(in room: Room.ID, _ snapshot: Snapshot) throws(Refusal) -> ReadMark? {
        try snapshot.first(
            isGroup
                ? .groupMark(of: caller.user, in: room, at: snapshot.now)
                : .mark(of: caller.user, in: room, at: snapshot.now))
    }
}
