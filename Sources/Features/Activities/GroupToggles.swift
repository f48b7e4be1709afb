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
        // Others are looked up in any case: the time must not disclose whether there are any.
        let others = try others(in: room, entry.name, than: caller.user, in: transaction)
        guard command.on else {
            try matcher.turnOff(
                entry.name, caller.user, inGroup: room, at: now, in: transaction)
            return state(command, nil, others)
        }
        let earlier = try transaction.all(.toggles(inGroup: room, entry.name))
            .first { $0.user == caller.user }
        // A member whose joining another clock has timed is one at once.
        let toggle = try Toggle(
            entry, caller.user, among: .group(room), command.hasDetails ? command.details : nil,
            after: earlier, at: max(now, members[caller.user] ?? now))
        let met = others.filter { $0.toggle.meets(toggle, at: now) }
        if earlier == nil { try transaction.note(.turnedOn, entry.name, by: caller.user) }
        try matcher.reconcile(toggle, with: met.map(\.toggle), in: transaction)
        return state(command, toggle, met)
    }

    /// The answer to a command that is repeated: the state now.
    func again(
        _ command: GroupUp, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> GroupUpState {
        let (room, members) = try Groups.members(
            ofGroup: command.room, field: "room", caller, in: transaction)
        let toggle = try transaction.all(.toggles(inGroup: room, command.activity)).first {
            $0.user == caller.user && $0.expires > transaction.now && $0.isOfMember(members)
        }
        let others = try others(in: room, command.activity, than: caller.user, in: transaction)
        let met = others.filter { other in
            other.toggle.expires > transaction.now && other.toggle.isOfMember(members)
                && toggle.map { other.toggle.meets($0, at: transaction.now) } == true
        }
        return state(command, toggle, met)
    }

    /// - Parameters:
    ///   - toggle: the caller's; nil: it is off.
    ///   - others: the members who match.
    private func state(
        _ command: GroupUp, _ toggle: Toggle?, _ others: [(account: Account, toggle: Toggle)]
    ) -> GroupUpState {
        var state = GroupUpState()
        (state.room, state.activity) = (command.room, command.activity)
        state.on = toggle != nil
        guard let toggle else { return state }
        state.until = toggle.expires.timestamp
        if let details = toggle.details { state.details = details }
        state.with = others.map(\.account.profile)
        state.matches = others.map { account, toggle in
            GroupMatch(command.room, command.activity, account, toggle.details)
        }
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
    ) throws(Refusal) -> [(account: Account, toggle: Toggle)] {
        var others: [(account: Account, toggle: Toggle)] = []
        for toggle in try snapshot.all(.toggles(inGroup: room, activity)) {
            guard let pair = UserPair(user, toggle.user),
                try !BlockRules.exists(between: pair, in: snapshot),
                let account = try snapshot.first(.account(of: toggle.user)),
                !account.displayName.isEmpty
            else { continue }
            others.append((account, toggle))
        }
        return others
    }
}

extension GroupToggles {
    /// Names on the wire -> functions.
    func install(in catalog: inout Catalog) {
        catalog.writeOnce(
            ClientMessage.OneOf_Command.groupUp, reply: { .groupUpState($0) }, rate: .toggles,
            takesBack: { .when($0.hasOn && !$0.on) }, again: again, set)
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
            let said = SaidDetails(to: user, in: snapshot)
            return { (match) throws(Refusal) in
                guard try isReadable(match, by: user, in: snapshot) else { return nil }
                let other = match.with.username
                var match = match
                if let details = try said.by(other, about: match.activity, inGroup: match.room),
                    try Self.areMembers(other, user, match.room, in: snapshot)
                {
                    match.details = details
                }
                return match
            }
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
                if let details = toggle.details { record.groupUp.details = details }
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

    /// Whether two users are members of a group, and neither has blocked the other.
    static func areMembers(
        _ other: String, _ user: User.ID, _ room: String, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: other)),
            let pair = UserPair(user, account.id),
            try Groups.isMember(user, ofGroup: room, in: snapshot),
            try Groups.isMember(account.id, ofGroup: room, in: snapshot)
        else { return false }
        return try !BlockRules.exists(between: pair, in: snapshot)
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
                        && $0.meets(toggle, at: snapshot.now)
                }
        }
        return false
    }
}

extension GroupMatch {
    /// - Parameter details: nil: the member says nothing.
    init(_ room: String, _ activity: String, _ account: Account, _ details: ActivityDetails?) {
        self.init()
        (self.room, self.activity, with) = (room, activity, account.profile)
        if let details { self.details = details }
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
