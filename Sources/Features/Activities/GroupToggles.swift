import Accounts
import Friends
import Kernel
import Rooms
import SwiftProtobuf
import Wire

/// Toggles within a group: only members who are up for the same at the same time learn of one
/// another, friends or not.
struct GroupToggles: Sendable {
    let catalogue: ActivityCatalogue
    let matcher: Matcher

    func set(
        _ command: GroupUp, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> GroupUpState {
        let entry = try catalogue.entry(named: command.activity, field: "activity")
        guard command.hasOn else { throw .expectedFlag("on") }
        let (room, members) = try Groups.members(
            ofGroup: command.room, field: "room", caller, in: transaction)
        let now = transaction.now
        try expire(entry.name, in: room, members, in: transaction)
        var state = GroupUpState()
        (state.room, state.activity, state.on) = (command.room, entry.name, command.on)
        // Others are looked up in any case: the time must not tell whether there are any.
        let others = try others(in: room, entry.name, than: caller.user, in: transaction)
        guard command.on else {
            try matcher.turnOff(
                entry.name, caller.user, inGroup: room, at: now, in: transaction)
            return state
        }
        let until = now.advanced(by: entry.lifetime)
        try Toggle.turnOn(
            entry.name, caller.user, among: .group(room), until: until, in: transaction)
        (state.until, state.with) = (until.timestamp, others.map(\.profile))
        try matcher.reconcile(
            caller.user, with: others.map(\.id), inGroup: room, entry.name, in: transaction)
        return state
    }

    /// Turns off toggles here that have expired, and those of members who have left, at the latest
    /// when one rejoins.
    ///
    /// - Parameter members: those of the group, with their join times.
    private func expire(
        _ activity: String, in room: Int64, _ members: [User.ID: Moment],
        in transaction: Transaction
    ) throws(Refusal) {
        for toggle in try transaction.all(.toggles(inGroup: room, activity)) {
            let end: Moment
            if toggle.expires <= transaction.now {
                end = toggle.expires
            } else if !toggle.isOfMember(members) {
                end = members[toggle.user] ?? transaction.now
            } else {
                continue
            }
            try matcher.turnOff(activity, toggle.user, inGroup: room, at: end, in: transaction)
        }
    }

    /// Members who are up for it now, except those whom a block separates from the caller.
    private func others(
        in room: Int64, _ activity: String, than user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> [Account] {
        var others: [Account] = []
        for toggle in try snapshot.all(.toggles(inGroup: room, activity)) {
            guard let pair = UserPair(user, toggle.user),
                try !BlockRules.exists(between: pair, in: snapshot),
                let account = try snapshot.first(.account(of: toggle.user)),
                !account.displayName.isEmpty
            else { continue }
            others.append(account)
        }
        return others
    }
}

extension GroupToggles {
    /// Names on the wire -> functions.
    func install(in catalog: inout Catalog) {
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
        catalog.onDeparture(Self.forget)
        catalog.disclose("group activities") { (caller, _, snapshot) throws(Refusal) in
            var records: [ExportRecord] = []
            for toggle in try snapshot.all(.groupToggles(of: caller.user, at: snapshot.now)) {
                let room = toggle.scope.room
                let members = try Groups.members(of: room, in: snapshot)
                guard toggle.isOfMember(members) else { continue }
                var record = ExportRecord()
                record.groupUp.room = try Groups.key(of: room, in: snapshot) ?? ""
                record.groupUp.activity = toggle.activity
                record.groupUp.on = true
                record.groupUp.until = toggle.expires.timestamp
                records.append(record)
            }
            return (records, nil)
        }
    }

    @Sendable private static func forget(
        _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run("DELETE FROM toggle WHERE user_id = \(user) AND room_id > 0")
        try transaction.run(
            "DELETE FROM overlap WHERE (low = \(user) OR high = \(user)) AND room_id > 0")
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
        let toggles = try snapshot.all(.groupToggles(of: user, at: snapshot.now))
        for toggle in toggles where toggle.activity == match.activity {
            let room = toggle.scope.room
            guard try Groups.key(of: room, in: snapshot) == match.room else { continue }
            guard try !Groups.isMuted(room, by: user, in: snapshot) else { return false }
            let members = try Groups.members(of: room, in: snapshot)
            let others = try snapshot.all(.toggles(inGroup: room, match.activity))
            return toggle.isOfMember(members)
                && others.contains {
                    $0.user == other.id && $0.expires > snapshot.now && $0.isOfMember(members)
                }
        }
        return false
    }
}

extension Toggle {
    /// Whether it was set by a member, and not before a membership that has ended.
    ///
    /// - Parameter members: those of the group, with their join times.
    fileprivate func isOfMember(_ members: [User.ID: Moment]) -> Bool {
        members[user].map { $0 <= set } ?? false
    }
}
