import Kernel
import Wire

// What happens to a plan when something happens to its guests, or its time has passed (Z49).
extension Rules {
    /// A match has begun: each is offered the open plan of the other.
    mutating func offerPlans(for activity: String, _ pair: Pair, at now: Moment) -> Events {
        var events: Events = []
        for (maker, friend) in [(pair.low, pair.high), (pair.high, pair.low)] {
            let open = plans.first {
                $0.value.maker == maker && $0.value.activity == activity && !$0.value.isOver
            }
            guard let (number, state) = open, state.takesLater, state.guests[friend] == nil
            else { continue }
            plans[number]?.guests[friend] = PlanState.Guest(joined: now)
            events += [(friend, offered(number, to: friend))] + tell(number, [maker])
        }
        return events
    }

    /// Two users are no friends any more.
    mutating func partPlans(_ one: String, _ other: String) -> Events {
        var events: Events = []
        for number in plans.keys.sorted() {
            if plans[number]?.maker == one { events += dropGuest(number, other) }
            if plans[number]?.maker == other { events += dropGuest(number, one) }
        }
        return events
    }

    /// One of two users has blocked the other.
    mutating func blockPlans(_ one: String, _ other: String, at now: Moment) -> Events {
        var events = partPlans(one, other)
        for (user, other) in [(one, other), (other, one)] {
            for number in plans.keys.sorted() {
                guard let state = plans[number], state.guests[user] != nil,
                    state.guests[other] != nil
                else { continue }
                if state.guests[user]?.isMember == true, state.guests[other]?.isMember == true,
                    blocks.contains(Way(from: user, to: other))
                {
                    events += leave(number, user, at: now)
                } else {
                    events += hide(other, from: user, number)
                }
            }
        }
        return events
    }

    /// A user has left friends out of an activity.
    mutating func keepPlans(
        of activity: String, by user: String, from friends: [String], at now: Moment
    ) -> Events {
        var events: Events = []
        for friend in friends {
            for number in plans.keys.sorted() {
                guard let state = plans[number], !state.isOver, state.guests[user] != nil,
                    state.guests[friend] != nil
                else { continue }
                guard state.maker == user || state.maker == friend else {
                    events += hide(user, from: friend, number)
                    events += hide(friend, from: user, number)
                    continue
                }
                let guest = state.maker == user ? friend : user
                guard state.guests[guest]?.answer == .unanswered else { continue }
                let pair = Pair(user, friend)
                // With the wildcard the match ends.
                guard
                    state.activity == activity
                        || wildcards.contains(activity)
                            && overlaps[pair]?[state.activity]?.lasting != nil
                            && mutuality.lasting(pair, for: state.activity, at: now) == nil
                else { continue }
                events += dropGuest(number, guest)
            }
        }
        return events
    }

    /// For a guest, a member who is to be seen no more has left.
    private func hide(_ member: String, from viewer: String, _ number: UInt32) -> Events {
        guard let state = plans[number], state.guests[member]?.isMember == true,
            let guest = state.guests[viewer], !guest.isMember, guest.isOffered,
            !sees(viewer, member, state)
        else { return [] }
        return tell(number, [viewer], by: member)
    }

    /// Ends plans, and closes the rooms of those that ended a day ago.
    mutating func passPlans(at now: Moment) -> Events {
        let due = plans.filter { $0.value.due <= now }
            .sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
        var events: Events = []
        for (number, state) in due {
            guard state.isOver else {
                events += end(number, at: now)
                continue
            }
            let members = ordered(state).filter { state.guests[$0]?.isMember == true }
            let keepers = members.filter { state.guests[$0]?.keeps == true }
            for guest in members {
                if keepers.count < 2 || !keepers.contains(guest) {
                    events += drop(guest, state.room, by: "")
                }
                events.append((guest, gone(number)))
            }
            if keepers.count > 1 { events += release(state.room, to: keepers[0]) }
            plans[number] = nil
        }
        return events
    }

    mutating func leave(_ number: UInt32, _ user: String, at now: Moment) -> Events {
        guard let state = plans[number], let guest = state.guests[user] else { return [] }
        if state.maker == user, !state.isOver { return end(number, isCancelled: true, at: now) }
        let viewers = guest.isMember ? planViewers(number, of: user) : [state.maker]
        plans[number]?.guests[user] = PlanState.Guest(answer: .notComing, joined: now)
        var events = guest.isMember ? drop(user, state.room, by: "") : []
        if guest.isOffered { events.append((user, gone(number))) }
        return events
            + tell(number, viewers.filter { $0 != user }, by: guest.isMember ? user : "")
    }

    mutating func dropGuest(_ number: UInt32, _ user: String) -> Events {
        guard let state = plans[number], let guest = state.guests[user] else { return [] }
        let viewers = guest.isMember ? planViewers(number, of: user) : [state.maker]
        plans[number]?.guests[user] = nil
        guard guest.answer != .notComing else { return [] }
        var events = guest.isMember ? drop(user, state.room, by: "") : []
        if guest.isOffered { events.append((user, gone(number))) }
        return events + tell(number, viewers.filter { $0 != user })
    }

    mutating func end(
        _ number: UInt32, isCancelled: Bool = false, at now: Moment
    ) -> Events {
        guard let state = plans[number] else { return [] }
        plans[number]?.isOver = true
        plans[number]?.isCancelled = isCancelled
        plans[number]?.until = min(state.until, now)
        plans[number]?.due = now.advanced(by: Self.planAfterglow)
        plans[number]?.point = nil
        let waiting = users.filter {
            state.guests[$0].map { !$0.isMember && $0.isOffered } == true
        }
        let members = state.guests.filter { $0.value.isMember }
        plans[number]?.guests = members
        return waiting.map { ($0, gone(number)) } + tell(number, members.map(\.key))
    }
}
