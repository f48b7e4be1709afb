import Accounts
import Friends
import Kernel
import Rooms
import SwiftProtobuf
import Wire

/// Toggles within a group: only members who are up for the same at the same time learn of one
/// another, friends or not.
struct GroupToggles: Sendable {
    /// How long after an overlap a new one of the same two users counts as the same (Z46).
    private static let grace = Duration.seconds(30)
    /// Toggles that end in one transaction.
    private static let stepCount = 100

    let catalogue: ActivityCatalogue

    func set(
        _ command: GroupUp, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> GroupUpState {
        let entry = try catalogue.entry(named: command.activity, field: "activity")
        guard command.hasOn else { throw .expectedFlag("on") }
        let (room, members) = try Groups.members(
            ofGroup: command.room, field: "room", caller, in: transaction)
        let place = GroupActivity(room: room, activity: entry.name)
        try expire(place, members, in: transaction)
        if command.on {
            let until = transaction.now.advanced(by: entry.lifetime)
            try transaction.run(
                """
                INSERT INTO group_toggle (room_id, activity, user_id, until_ms, set_ms)
                VALUES (\(room), \(entry.name), \(caller.user), \(until), \(transaction.now))
                ON CONFLICT (room_id, activity, user_id) DO UPDATE SET
                    until_ms = excluded.until_ms, set_ms = excluded.set_ms
                """)
        } else {
            try end(place, caller.user, at: transaction.now, in: transaction)
        }
        let others = try others(at: place, than: caller.user, in: transaction)
        var state = GroupUpState()
        (state.room, state.activity, state.on) = (command.room, entry.name, command.on)
        guard command.on else { return state }
        state.until = transaction.now.advanced(by: entry.lifetime).timestamp
        for other in others {
            state.with.append(other.profile)
            try meet(other, caller, at: place, command.room, in: transaction)
        }
        return state
    }

    /// Ends toggles that have expired.
    ///
    /// - Returns: whether there may be more.
    func expire(in transaction: Transaction) throws(Refusal) -> Bool {
        let due = try transaction.all(.due(at: transaction.now, limit: Self.stepCount))
        for toggle in due {
            try end(toggle.place, toggle.user, at: toggle.until, in: transaction)
        }
        try transaction.run(
            """
            DELETE FROM group_meeting WHERE (room_id, activity, low, high) IN (
                SELECT room_id, activity, low, high FROM group_meeting
                WHERE until_ms <= \(transaction.now) LIMIT \(Int64(Self.stepCount)))
            """)
        return due.count == Self.stepCount
    }

    /// Ends toggles here that no run has ended yet: expired ones, so that a late run of
    /// ``expire(in:)`` makes no difference, and those of members who have left, at the latest when
    /// one rejoins.
    ///
    /// - Parameter members: those of the group, with their join times.
    private func expire(
        _ place: GroupActivity, _ members: [User.ID: Moment], in transaction: Transaction
    ) throws(Refusal) {
        for toggle in try transaction.all(.toggles(at: place)) {
            if toggle.until <= transaction.now {
                try end(place, toggle.user, at: toggle.until, in: transaction)
            } else if !toggle.isOfMember(members) {
                let left = members[toggle.user] ?? transaction.now
                try end(place, toggle.user, at: left, in: transaction)
            }
        }
    }

    private func end(
        _ place: GroupActivity, _ user: User.ID, at moment: Moment, in transaction: Transaction
    ) throws(Refusal) {
        let ended = try transaction.rowsChanged(
            """
            DELETE FROM group_toggle WHERE room_id = \(place.room)
                AND activity = \(place.activity) AND user_id = \(user)
            """)
        guard ended > 0 else { return }
        try transaction.run(
            """
            UPDATE group_meeting SET until_ms = \(moment.advanced(by: Self.grace))
            WHERE room_id = \(place.room) AND activity = \(place.activity)
                AND (low = \(user) OR high = \(user)) AND until_ms IS NULL
            """)
    }

    /// Members who are up for it now, except those whom a block separates from the caller.
    private func others(
        at place: GroupActivity, than user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> [Account] {
        var others: [Account] = []
        for other in try snapshot.all(.toggles(at: place)).map(\.user) where other != user {
            guard let pair = UserPair(user, other),
                try !BlockRules.exists(between: pair, in: snapshot),
                let account = try snapshot.first(.account(of: other)),
                !account.displayName.isEmpty
            else { continue }
            others.append(account)
        }
        return others
    }

    /// Sends the match to both, unless it is still the overlap that they have received.
    private func meet(
        _ other: Account, _ caller: Caller, at place: GroupActivity, _ room: String,
        in transaction: Transaction
    ) throws(Refusal) {
        guard let me = try transaction.first(.account(of: caller.user)),
            let pair = UserPair(me.id, other.id)
        else { return }
        let fresh = try transaction.rowsChanged(
            """
            INSERT INTO group_meeting (room_id, activity, low, high, until_ms)
            VALUES (\(place.room), \(place.activity), \(pair.low), \(pair.high), NULL)
            ON CONFLICT (room_id, activity, low, high) DO UPDATE SET until_ms = NULL
                WHERE group_meeting.until_ms <= \(transaction.now)
            """)
        guard fresh > 0 else {
            try transaction.run(
                """
                UPDATE group_meeting SET until_ms = NULL WHERE room_id = \(place.room)
                    AND activity = \(place.activity) AND low = \(pair.low) AND high = \(pair.high)
                """)
            return
        }
        for (one, two) in [(me, other), (other, me)] {
            var match = GroupMatch()
            (match.room, match.activity, match.with) = (room, place.activity, two.profile)
            try transaction.deliver(.groupMatch(match), to: [one.id])
        }
    }
}

extension GroupToggles {
    /// Names on the wire -> functions.
    func install(in catalog: inout Catalog) {
        catalog.migrate(Self.migrations)
        catalog.writeOnce(
            ClientMessage.OneOf_Command.groupUp, reply: { .groupUpState($0) }, rate: .toggles,
            takesBack: { .when($0.hasOn && !$0.on) }, set)
        catalog.event(
            \.groupMatch, people: { [$0.with.username] },
            notify: { match in
                News(
                    "match", from: match.with, room: match.room,
                    "\(match.with.displayName) is up for \(match.activity) too",
                    lifetime: .seconds(600))
            },
            stillHolds: { (match, user, snapshot) throws(Refusal) in
                try isOn(match, user, in: snapshot) ? match : nil
            })
        catalog.replay(\.groupMatch) { user, snapshot in
            { (match) throws(Refusal) in try isReadable(match, by: user, in: snapshot) }
        }
        catalog.backlog("group.toggles", every: .seconds(1), expire)
        catalog.onDeparture(Self.forget)
        catalog.onErase { (departed, transaction) throws(Refusal) in
            try Self.forget(departed.user, in: transaction)
            return true
        }
        catalog.disclose("group activities") { (caller, _, snapshot) throws(Refusal) in
            var records: [ExportRecord] = []
            for toggle in try snapshot.all(.toggles(of: caller.user, now: snapshot.now)) {
                let members = try Groups.members(of: toggle.place.room, in: snapshot)
                guard toggle.isOfMember(members) else { continue }
                var record = ExportRecord()
                record.groupUp.room =
                    try Groups.key(of: toggle.place.room, in: snapshot) ?? ""
                record.groupUp.activity = toggle.place.activity
                record.groupUp.on = true
                record.groupUp.until = toggle.until.timestamp
                records.append(record)
            }
            return (records, nil)
        }
    }

    @Sendable private static func forget(
        _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run("DELETE FROM group_toggle WHERE user_id = \(user)")
        try transaction.run("DELETE FROM group_meeting WHERE low = \(user) OR high = \(user)")
    }

    /// Whether a user may read a match in a group again: as a member who has not blocked the other
    /// user.
    private func isReadable(
        _ match: GroupMatch, by user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let other = try snapshot.first(.account(named: match.with.username)),
            try Groups.isMember(user, ofGroup: match.room, in: snapshot)
        else { return false }
        return try !BlockRules.exists(by: user, of: other.id, in: snapshot)
    }

    /// Whether both are still up for it, as members who have not blocked one another, and the user
    /// has not muted the group.
    private func isOn(
        _ match: GroupMatch, _ user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let other = try snapshot.first(.account(named: match.with.username)),
            let pair = UserPair(user, other.id),
            try !BlockRules.exists(between: pair, in: snapshot)
        else { return false }
        let toggles = try snapshot.all(.toggles(of: user, now: snapshot.now))
        for toggle in toggles where toggle.place.activity == match.activity {
            guard try Groups.key(of: toggle.place.room, in: snapshot) == match.room else {
                continue
            }
            guard try !Groups.isMuted(toggle.place.room, by: user, in: snapshot) else {
                return false
            }
            let members = try Groups.members(of: toggle.place.room, in: snapshot)
            let others = try snapshot.all(.toggles(at: toggle.place)).filter { $0.user == other.id }
            return toggle.isOfMember(members)
                && others.contains { $0.until > snapshot.now && $0.isOfMember(members) }
        }
        return false
    }

    private static let migrations = [
        Migration(
            "activities.groups",
            """
            CREATE TABLE group_toggle (
                room_id BIGINT NOT NULL,
                activity TEXT NOT NULL,
                user_id BIGINT NOT NULL REFERENCES account (id),
                until_ms BIGINT NOT NULL,
                PRIMARY KEY (room_id, activity, user_id)
            ) {clustered};
            CREATE INDEX group_toggle_until ON group_toggle (until_ms);
            CREATE INDEX group_toggle_user ON group_toggle (user_id);
            CREATE TABLE group_meeting (
                room_id BIGINT NOT NULL,
                activity TEXT NOT NULL,
                low BIGINT NOT NULL REFERENCES account (id),
                high BIGINT NOT NULL REFERENCES account (id),
                until_ms BIGINT,
                PRIMARY KEY (room_id, activity, low, high)
            ) {clustered};
            CREATE INDEX group_meeting_until ON group_meeting (until_ms) WHERE until_ms IS NOT NULL;
            CREATE INDEX group_meeting_low ON group_meeting (low);
            CREATE INDEX group_meeting_high ON group_meeting (high);
            """),
        // set_ms: when it was set; toggles from before a member joined are over.
        Migration(
            "activities.groups.2",
            """
            ALTER TABLE group_toggle ADD COLUMN set_ms BIGINT NOT NULL DEFAULT 0;
            UPDATE group_toggle SET set_ms = until_ms;
            """),
    ]
}

/// An activity within a group.
struct GroupActivity: Hashable, Sendable {
    let room: Int64
    let activity: String
}

/// A member's toggle within a group.
struct GroupToggle: Sendable {
    let place: GroupActivity
    let user: User.ID
    let until: Moment
    let set: Moment

    /// Whether it was set by a member, and not before a membership that has ended.
    ///
    /// - Parameter members: those of the group, with their join times.
    func isOfMember(_ members: [User.ID: Moment]) -> Bool {
        members[user].map { $0 <= set } ?? false
    }
}

extension Query where Row == GroupToggle {
    private static func decode(_ columns: inout Columns) throws(StoreError) -> GroupToggle {
        GroupToggle(
            place: GroupActivity(room: try columns.integer(), activity: try columns.text()),
            user: try columns.id(), until: try columns.moment(), set: try columns.moment())
    }

    fileprivate static func due(at now: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT room_id, activity, user_id, until_ms, set_ms FROM group_toggle
            WHERE until_ms <= \(now) ORDER BY until_ms LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// All toggles in one place, by user, whether they have expired or not.
    fileprivate static func toggles(at place: GroupActivity) -> Self {
        Query(
            """
            SELECT room_id, activity, user_id, until_ms, set_ms FROM group_toggle
            WHERE room_id = \(place.room) AND activity = \(place.activity) ORDER BY user_id
            """, decode: decode)
    }

    fileprivate static func toggles(of user: User.ID, now: Moment) -> Self {
        Query(
            """
            SELECT room_id, activity, user_id, until_ms, set_ms FROM group_toggle
            WHERE user_id = \(user) AND until_ms > \(now) ORDER BY room_id, activity
            """, decode: decode)
    }
}
