import Accounts
import Activities
import Circle
import Friends
import Kernel
import Rooms
import SwiftProtobuf
import Wire

/// Makes plans, answers, changes and ends them (Z49).
struct PlanCommands: Sendable {
    /// How many may join a plan.
    static let placesMax: UInt32 = 50
    private static let aheadMax = Duration.seconds(24 * 3_600)
    private static let minutesMax: UInt32 = 240

    let catalogue: ActivityCatalogue
    let circle: CircleFeature
    let membership = PlanMembership()

    func make(
        _ command: PlanMake, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Plan {
        let entry = try catalogue.entry(named: command.activity, field: "activity")
        var details = ActivityDetails()
        (details.note, details.place) = (command.note, command.place)
        if command.hasPoint { details.point = command.point }
        details = try details.checked(in: "")
        let at = try command.hasAt ? time(command.at, transaction.now) : nil
        let places = command.hasRoomFor ? command.roomFor : Self.placesMax
        guard (1...Self.placesMax).contains(places) else {
            throw Refusal(.invalidField, field: "roomFor", "expected 1 to \(Self.placesMax)")
        }
        guard try transaction.first(.plan(of: caller.user, for: entry.name)) == nil else {
            throw Refusal(.conflict, field: "activity", "you have an open plan for this activity")
        }
        let matches = try ActivitiesFeature.current(
            of: caller.user, for: entry.name, in: transaction)
        let chosen = Set(command.with)
        var (asked, leftOut): ([User.ID], [User.ID]) = ([], [])
        for match in matches {
            let friend = match.other(than: caller.user)
            guard let account = try transaction.first(.account(of: friend)) else { continue }
            let isChosen = chosen.isEmpty || chosen.contains(account.username)
            if isChosen { asked.append(friend) } else { leftOut.append(friend) }
        }
        guard !asked.isEmpty else {
            throw Refusal(.notFound, field: "with", "none of these friends matches with you now")
        }
        asked = Array(asked.prefix(PlanMembership.guestsMax))
        guard let maker = try transaction.first(.account(of: caller.user)) else { throw .fault }
        let number = try transaction.drawNumber { (number) throws(Refusal) in
            try transaction.first(.plan(number: number)) != nil
        }
        let room = try Groups.makeTeam(entry.title, members: [maker], in: transaction)
        let until = end(at: at, entry, transaction.now)
        try transaction.run(
            """
            INSERT INTO plan (number, maker, activity, room_id, details, at_ms, made_ms, until_ms,
                due_ms, places, takes_later)
            VALUES (\(number), \(caller.user), \(entry.name), \(room), \(details.stored), \(at),
                \(transaction.now), \(until), \(until), \(Int64(places)), \(chosen.isEmpty))
            """)
        try membership.put(caller.user, .coming, nil, in: number, in: transaction)
        for friend in asked {
            try membership.put(friend, .unanswered, nil, in: number, in: transaction)
        }
        for friend in leftOut {
            try membership.put(friend, .leftOut, nil, in: number, in: transaction)
        }
        try transaction.note(.planned, entry.name, by: caller.user)
        let company = try membership.company(number, in: transaction)
        for friend in asked { try membership.offer(company, to: friend, in: transaction) }
        try membership.tell(company, [caller.user], in: transaction)
        return company.shown(to: caller.user)
    }

    func list(
        _ command: PlanList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Plans {
        var plans = Plans()
        for plan in try snapshot.all(.plans(of: caller.user)) {
            let company = try PlanCompany(plan, in: snapshot)
            guard company.current(caller.user)?.isOffered == true else { continue }
            plans.plans.append(company.shown(to: caller.user))
        }
        return plans
    }

    /// A page of the caller's export.
    func records(
        _ after: String, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> (records: [ExportRecord], next: String?) {
        let limit = 50
        let plans = try snapshot.all(
            .plans(withGuest: caller.user, after: UInt32(after) ?? 0, limit: limit))
        let records = try plans.map { (plan) throws(Refusal) in
            let company = try PlanCompany(plan, in: snapshot)
            var record = ExportRecord()
            record.plan =
                company.current(caller.user)?.isOffered == true
                ? company.shown(to: caller.user) : company.declined
            return record
        }
        return (records, plans.count < limit ? nil : plans.last.map { String($0.number) })
    }

    func read(
        _ command: PlanRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Plan {
        let company = try own(command.plan, caller, in: snapshot)
        guard company.guest(caller.user)?.isOffered == true else { throw .noSuchPlan }
        return company.shown(to: caller.user)
    }

    func reply(
        _ command: PlanReply, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Plan {
        let company = try own(command.plan, caller, in: transaction)
        let minutes = command.hasMinutes ? command.minutes : nil
        guard minutes.map({ $0 <= Self.minutesMax }) != false else {
            throw Refusal(
                .invalidField, field: "minutes", "expected at most \(Self.minutesMax)")
        }
        switch command.answer {
        case .coming: try membership.join(company, caller.user, .coming, minutes, in: transaction)
        case .later: try membership.join(company, caller.user, .later, minutes, in: transaction)
        case .notComing:
            try membership.leave(company, caller.user, in: transaction)
        case .unanswered, .UNRECOGNIZED:
            throw Refusal(.invalidField, field: "answer", "expected COMING, LATER or NOT_COMING")
        }
        return try again(company.plan.number, caller, transaction)
    }

    func change(
        _ command: PlanChange, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Plan {
        var said = ActivityDetails()
        (said.note, said.place) = (command.note, command.place)
        if command.hasPoint { said.point = command.point }
        said = try said.checked(in: "")
        let company = try own(command.plan, caller, in: transaction)
        let plan = company.plan
        guard plan.maker == caller.user else {
            throw Refusal(.notMember, field: "plan", "only the maker of a plan may change it")
        }
        guard plan.phase == .open else {
            throw Refusal(.tooLate, field: "plan", "this plan is over")
        }
        let entry = try catalogue.entry(named: plan.activity, field: "plan")
        var details = plan.details
        if command.hasNote { details.note = said.note }
        if command.hasPlace { details.place = said.place }
        if said.hasPoint { details.point = said.point }
        if command.noPoint { details.clearPoint() }
        let at = try command.hasAt ? time(command.at, transaction.now) : plan.at
        let until = command.hasAt ? end(at: at, entry, transaction.now) : plan.until
        try transaction.run(
            """
            UPDATE plan SET details = \(details.stored), at_ms = \(at), until_ms = \(until),
                due_ms = \(until), version = version + 1
            WHERE number = \(plan.number)
            """)
        let changed = try membership.company(plan.number, in: transaction)
        try membership.tell(changed, changed.viewers, in: transaction)
        return changed.shown(to: caller.user)
    }

    func keep(
        _ command: PlanKeep, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Plan {
        guard command.hasOn else { throw .expectedFlag("on") }
        let company = try own(command.plan, caller, in: transaction)
        guard company.guest(caller.user)?.isMember == true else {
            throw Refusal(.notMember, field: "plan", "you have not joined this plan")
        }
        if command.on {
            try Groups.requireRoomForGroup(of: caller.user, field: "plan", in: transaction)
        }
        try transaction.run(
            """
            UPDATE plan_guest SET keeps = \(command.on)
            WHERE plan = \(company.plan.number) AND user_id = \(caller.user)
            """)
        let kept = try membership.company(company.plan.number, in: transaction)
        try membership.tell(kept, [caller.user], in: transaction)
        return kept.shown(to: caller.user)
    }
}

extension PlanCommands {
    /// A plan as one of its guests sees it; nil: there is none for the user.
    func shown(
        _ number: UInt32, to user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Plan? {
        guard let plan = try snapshot.first(.plan(number: number)) else { return nil }
        let company = try PlanCompany(plan, in: snapshot)
        guard let guest = company.current(user), guest.isOffered,
            plan.phase == .open || guest.isMember
        else { return nil }
        return company.shown(to: user)
    }

    /// The answer to a command that is repeated: the plan as it is now.
    func again(
        _ number: UInt32, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Plan {
        if let plan = try shown(number, to: caller.user, in: snapshot) { return plan }
        var gone = Plan()
        (gone.plan, gone.over, gone.answer) = (number, true, .notComing)
        return gone
    }

    /// The same of a command that has made a plan.
    func again(
        _ command: PlanMake, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Plan {
        let plan = try snapshot.first(.plan(of: caller.user, for: command.activity))
        return try again(plan?.number ?? 0, caller, snapshot)
    }

    /// A plan of which the caller is a guest.
    ///
    /// - Throws: `.notFound` alike for a plan of others and for none.
    func own(
        _ number: UInt32, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> PlanCompany {
        guard let plan = try snapshot.first(.plan(number: number)) else { throw .noSuchPlan }
        let company = try PlanCompany(plan, in: snapshot)
        guard let guest = company.current(caller.user), guest.state != .leftOut,
            plan.phase == .open || guest.isMember
        else { throw .noSuchPlan }
        return company
    }

    /// When they meet: nil for a time that has come.
    private func time(
        _ time: Google_Protobuf_Timestamp, _ now: Moment
    ) throws(Refusal) -> Moment? {
        let at = Moment(unixMilliseconds: time.unixMilliseconds)
        guard at <= now.advanced(by: Self.aheadMax) else {
            throw Refusal(
                .invalidField, field: "at", "expected a time within the next 24 hours")
        }
        return at > now ? at : nil
    }

    /// A plan ends by itself when its activity would, counted from when they meet.
    private func end(
        at: Moment?, _ entry: ActivityCatalogue.Entry, _ now: Moment
    ) -> Moment {
        (at ?? now).advanced(by: entry.lifetime)
    }
}

extension Refusal {
    static var noSuchPlan: Refusal {
        Refusal(.notFound, field: "plan", "there is no such plan for you")
    }
}
