import Kernel
import SwiftProtobuf
package import Wire

/// A plan, in the model.
package struct PlanState: Equatable {
    struct Guest: Equatable {
        var answer = PlanAnswer.unanswered
        var isLeftOut = false
        /// There was no place: there is no plan any more, but the maker goes on waiting.
        var isRefused = false
        var minutes: UInt32?
        /// When the guest joined, or was offered it.
        var joined: Moment
        var keeps = false

        var isMember: Bool { answer == .coming || answer == .later }
        var isOffered: Bool { isMember || answer == .unanswered && !isRefused }
    }

    let maker: String
    package let activity: String
    let room: String
    let made: Moment
    var note = ""
    var place = ""
    var point: ActivityPoint?
    var at: Moment?
    var until: Moment
    /// When it ends by itself, or its room closes.
    var due: Moment
    let places: Int
    let takesLater: Bool
    var isOver = false
    var isCancelled = false
    var guests: [String: Guest] = [:]
}

// Plans of friends who match (Z49).
extension Rules {
    static let planAfterglow = Duration.seconds(24 * 3_600)

    mutating func make(_ command: PlanMake, by user: String, at now: Moment) -> Outcome {
        let activity = command.activity
        guard let lifetime = lifetimes[activity] else { return Outcome(.notFound) }
        let at = Moment(unixMilliseconds: command.at.unixMilliseconds)
        guard at <= now.advanced(by: Self.planAfterglow) else { return Outcome(.invalidField) }
        guard
            !plans.values.contains(where: {
                $0.maker == user && $0.activity == activity && !$0.isOver
            })
        else { return Outcome(.conflict) }
        let matching = users.filter {
            guard $0 != user, case .lasting = overlaps[Pair(user, $0)]?[activity] else {
                return false
            }
            return true
        }
        let asked = matching.filter { command.with.isEmpty || command.with.contains($0) }
        guard !asked.isEmpty else { return Outcome(.notFound) }
        let number = draw()
        let room = openTeam(activity, at: now)
        var events = join([user], room, by: "").events
        var state = PlanState(
            maker: user, activity: activity, room: room, made: now, until: now, due: now,
            places: command.hasRoomFor ? Int(command.roomFor) : 50,
            takesLater: command.with.isEmpty)
        (state.note, state.place) = (command.note, command.place)
        state.point = command.hasPoint ? command.point : nil
        state.at = at > now ? at : nil
        state.until = (state.at ?? now).advanced(by: lifetime)
        state.due = state.until
        state.guests[user] = PlanState.Guest(answer: .coming, joined: now)
        for friend in matching {
            state.guests[friend] =
                asked.contains(friend)
                ? PlanState.Guest(joined: now)
                : PlanState.Guest(answer: .notComing, isLeftOut: true, joined: now)
        }
        plans[number] = state
        events += asked.map { ($0, offered(number, to: $0)) }
        events += tell(number, [user])
        return Outcome(.plan(plan(number, of: user) ?? Plan()), events)
    }

    mutating func reply(_ command: PlanReply, by user: String, at now: Moment) -> Outcome {
        let number = command.plan
        guard let state = state(ofPlan: number, of: user) else { return Outcome(.notFound) }
        var events: Events = []
        switch command.answer {
        case .coming, .later:
            guard !state.isOver else { return Outcome(.tooLate) }
            let others = state.guests.filter { $0.value.isMember && $0.key != user }.keys
            let isFull = state.guests[user]?.isRefused == true
            guard !isFull, others.count <= state.places,
                others.allSatisfy({ sees($0, user, state) })
            else { return refuse(number, user) }
            let came = state.guests[user]?.isMember == true
            plans[number]?.guests[user]?.answer = command.answer
            plans[number]?.guests[user]?.minutes = command.hasMinutes ? command.minutes : nil
            if !came {
                plans[number]?.guests[user]?.joined = now
                events += join([user], state.room, by: "").events
            }
            events +=
                came
                ? tell(number, members(number), by: user)
                : tell(number, planViewers(number, of: user), by: user)
        case .notComing: events += leave(number, user, at: now)
        default: return Outcome(.invalidField)
        }
        return Outcome(.plan(planAgain(number, of: user)), events)
    }

    /// There is no place for a guest: for the guest, the plan is gone.
    private mutating func refuse(_ number: UInt32, _ user: String) -> Outcome {
        var outcome = Outcome(.listFull)
        guard let guest = plans[number]?.guests[user], !guest.isRefused, !guest.isMember else {
            return outcome
        }
        plans[number]?.guests[user]?.isRefused = true
        plans[number]?.guests[user]?.answer = .unanswered
        plans[number]?.guests[user]?.minutes = nil
        outcome.isKept = true
        outcome.events = [(user, gone(number))]
        return outcome
    }

    func members(_ number: UInt32) -> [String] {
        plans[number]?.guests.filter { $0.value.isMember }.map(\.key) ?? []
    }

    mutating func change(_ command: PlanChange, by user: String, at now: Moment) -> Outcome {
        let number = command.plan
        guard let state = state(ofPlan: number, of: user) else { return Outcome(.notFound) }
        guard state.maker == user else { return Outcome(.notMember) }
        guard !state.isOver, let lifetime = lifetimes[state.activity] else {
            return Outcome(.tooLate)
        }
        let at = Moment(unixMilliseconds: command.at.unixMilliseconds)
        guard at <= now.advanced(by: Self.planAfterglow) else { return Outcome(.invalidField) }
        if command.hasNote { plans[number]?.note = command.note }
        if command.hasPlace { plans[number]?.place = command.place }
        if command.hasPoint { plans[number]?.point = command.point }
        if command.noPoint { plans[number]?.point = nil }
        if command.hasAt {
            plans[number]?.at = at > now ? at : nil
            plans[number]?.until = max(at, now).advanced(by: lifetime)
            plans[number]?.due = max(at, now).advanced(by: lifetime)
        }
        return Outcome(
            .plan(plan(number, of: user) ?? Plan()), tell(number, planViewers(number, of: user)))
    }

    mutating func keep(_ command: PlanKeep, by user: String) -> Outcome {
        guard command.hasOn else { return Outcome(.invalidField) }
        guard let state = state(ofPlan: command.plan, of: user) else { return Outcome(.notFound) }
        guard state.guests[user]?.isMember == true else { return Outcome(.notMember) }
        plans[command.plan]?.guests[user]?.keeps = command.on
        return Outcome(
            .plan(plan(command.plan, of: user) ?? Plan()), tell(command.plan, [user]))
    }

    func gone(_ number: UInt32) -> Body { .planGone(.with { $0.plan = number }) }

    func offered(_ number: UInt32, to user: String) -> Body {
        .planOffered(.with { $0.plan = plan(number, of: user) ?? Plan() })
    }

    func tell(_ number: UInt32, _ viewers: [String], by user: String = "") -> Events {
        viewers.map { viewer in
            (
                viewer,
                .planChanged(
                    .with { ($0.plan, $0.by) = (plan(number, of: viewer) ?? Plan(), user) })
            )
        }
    }

    func planViewers(_ number: UInt32, of member: String) -> [String] {
        guard let state = plans[number] else { return [] }
        return state.guests.filter {
            $0.value.isOffered && sees($0.key, member, state)
                && sees($0.key, state.maker, state)
        }.map(\.key)
    }

    func sees(_ viewer: String, _ member: String, _ state: PlanState) -> Bool {
        !areApart(viewer, member, state.activity)
            || state.guests[viewer]?.isMember == true && state.guests[member]?.isMember == true
    }

    /// Whether one of two users has blocked the other, or left the other out.
    private func areApart(_ one: String, _ other: String, _ activity: String) -> Bool {
        one != other
            && [Way(from: one, to: other), Way(from: other, to: one)].contains {
                blocks.contains($0) || exclusions[activity]?.contains($0) == true
            }
    }

    func ordered(_ state: PlanState) -> [String] {
        let rank = { (user: String) in
            let joined = state.guests[user]?.joined.unixMilliseconds ?? 0
            return (user == state.maker ? 0 : 1, joined, user)
        }
        return state.guests.keys.sorted { rank($0) < rank($1) }
    }

    private func state(ofPlan number: UInt32, of user: String) -> PlanState? {
        guard let state = plans[number], let guest = state.guests[user], !guest.isLeftOut,
            !state.isOver || guest.isMember, sees(user, state.maker, state)
        else { return nil }
        return state
    }

    /// A plan of which a user has a part; nil: there is none.
    package func plan(_ number: UInt32, of user: String) -> Plan? {
        guard plans[number]?.guests[user]?.isOffered == true else { return nil }
        return shown(number, to: user)
    }

    private func shown(_ number: UInt32, to user: String) -> Plan? {
        guard let state = state(ofPlan: number, of: user), let mine = state.guests[user] else {
            return nil
        }
        var plan = Plan()
        (plan.plan, plan.activity) = (number, state.activity)
        (plan.maker, plan.note, plan.place) = (profile(of: state.maker), state.note, state.place)
        if let point = state.point { plan.point = point }
        if let at = state.at { plan.at = at.timestamp }
        (plan.until, plan.over) = (state.until.timestamp, state.isOver)
        plan.cancelled = state.isCancelled
        for name in ordered(state) {
            guard let guest = state.guests[name] else { continue }
            if guest.isMember, sees(user, name, state) {
                var member = PlanMember()
                (member.user, member.answer) = (profile(of: name), guest.answer)
                if let minutes = guest.minutes { member.minutes = minutes }
                plan.members.append(member)
            } else if guest.answer == .unanswered, user == state.maker {
                plan.asked.append(profile(of: name))
            }
        }
        (plan.answer, plan.kept) = (mine.answer, mine.keeps)
        if mine.isMember { plan.room = state.room }
        return plan
    }

    private func planAgain(_ number: UInt32, of user: String) -> Plan {
        plan(number, of: user)
            ?? .with { ($0.plan, $0.over, $0.answer) = (number, true, .notComing) }
    }

    /// The activities for which a user matches with a friend, once for each.
    package func matched(by user: String) -> [String] {
        overlaps.filter { $0.key.includes(user) }.sorted { $0.key < $1.key }.flatMap { entry in
            entry.value.filter { $0.value.lasting != nil }.keys.sorted()
        }
    }

    /// The guests of a plan but one and its maker, by name.
    package func guests(of number: UInt32, but user: String) -> [String] {
        guard let state = plans[number] else { return [] }
        return state.guests.keys.filter { $0 != user && $0 != state.maker }.sorted()
    }

    /// The answer to a repeated command: the plan as it is now.
    func planned(by command: ClientMessage.OneOf_Command, of user: String) -> Outcome? {
        let number: UInt32
        switch command {
        case .planMake(let command):
            let open = plans.first {
                $0.value.maker == user && $0.value.activity == command.activity
                    && !$0.value.isOver
            }
            number = open?.key ?? 0
        case .planReply(let command): number = command.plan
        case .planChange(let command): number = command.plan
        case .planKeep(let command): number = command.plan
        default: return nil
        }
        return Outcome(.plan(planAgain(number, of: user)))
    }

    /// The plans that a user sees, newest first.
    package func planList(of user: String) -> Plans {
        let numbers = plans.keys.filter { plan($0, of: user) != nil }.sorted { one, other in
            let key = { (number: UInt32) in
                (0 - (plans[number]?.made.unixMilliseconds ?? 0), number)
            }
            return key(one) < key(other)
        }
        return .with { $0.plans = numbers.compactMap { plan($0, of: user) } }
    }
}

/// Plans as their guests see them now. Events in inboxes refer to them.
struct PlansNow: Equatable {
    /// By guest, and by number.
    private var plans: [String: [UInt32: Plan]] = [:]

    init(_ rules: Rules) {
        for (number, state) in rules.plans {
            for user in state.guests.keys {
                plans[user, default: [:]][number] = rules.plan(number, of: user)
            }
        }
    }

    /// An event of an inbox as it is now; nil: it is of another kind, or its plan is gone.
    func current(_ body: Rules.Body, of user: String) -> Rules.Body? {
        switch body {
        case .planOffered(var offered):
            guard let plan = plans[user]?[offered.plan.plan] else { return nil }
            offered.plan = plan
            return .planOffered(offered)
        case .planChanged(var changed):
            guard let plan = plans[user]?[changed.plan.plan] else { return nil }
            changed.plan = plan
            return .planChanged(changed)
        default: return nil
        }
    }
}
