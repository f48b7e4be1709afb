package import Kernel
import SwiftProtobuf
import Wire

extension Rules {
    mutating func set(_ command: ActivitySet, by user: String, at now: Moment) -> Outcome {
        let activity = command.activity
        guard let lifetime = lifetimes[activity] else { return Outcome(.notFound) }
        guard command.hasOn else { return Outcome(.invalidField) }
        let earlier = toggle(activity, user, now)
        guard command.on else {
            let events = earlier == nil ? [] : turnOff(activity, user, expired: false, at: now)
            return Outcome(.activity(state(activity, nil)), events)
        }
        guard let toggle = Toggled(command, lifetime, after: earlier, at: now) else {
            return Outcome(.invalidField)
        }
        toggles[user, default: [:]][activity] = toggle
        let due = toggle.isAhead ? toggle.starts : toggle.ending
        notices[user, default: [:]][activity] = due
        var changed = ActivityChanged()
        (changed.activity, changed.on) = (activity, true)
        changed.expiresAt = toggle.expires.timestamp
        if let details = toggle.details { changed.details = details }
        let events = [(user, Body.activityChanged(changed))] + settleAll(of: user, at: now)
        let wasOn = earlier.map { !$0.isAhead } ?? false
        let duels = wasOn == toggle.isAhead ? openDuels(of: user, activity, at: now) : []
        return Outcome(.activity(state(activity, toggle)), events + duels)
    }

    /// The answer to a repeated command: the state now.
    func toggled(
        by command: ClientMessage.OneOf_Command, of user: String, at now: Moment
    ) -> Outcome? {
        guard case .activitySet(let command) = command else { return nil }
        return Outcome(.activity(state(command.activity, toggle(command.activity, user, now))))
    }

    private func toggle(_ activity: String, _ user: String, _ now: Moment) -> Toggled? {
        toggles[user]?[activity].flatMap { $0.expires > now ? $0 : nil }
    }

    private func state(_ activity: String, _ toggle: Toggled?) -> ActivityState {
        ActivityState(
            activity, lifetimes[activity], isWildcard: wildcards.contains(activity), toggle)
    }

    private mutating func turnOff(
        _ activity: String, _ user: String, expired: Bool, at now: Moment
    ) -> [(to: String, body: Body)] {
        toggles[user]?[activity] = nil
        notices[user]?[activity] = nil
        var changed = ActivityChanged()
        (changed.activity, changed.on, changed.expired) = (activity, false, expired)
        return [(user, .activityChanged(changed))] + settleAll(of: user, at: now)
    }

    mutating func select(_ command: AudienceSelect, by user: String, at now: Moment) -> Outcome {
        guard hasAudience(command.activity) else { return Outcome(.notFound) }
        guard command.hasSelected else { return Outcome(.invalidField) }
        guard areFriends(user, command.friend) else { return Outcome(.notFriends) }
        let way = Way(from: user, to: command.friend)
        let before = self.audience(command.activity, of: user)
        var isDropped = false
        if command.selected {
            exclusions[command.activity]?.remove(way)
        } else {
            isDropped = exclusions[command.activity, default: []].insert(way).inserted
        }
        let kept =
            isDropped
            ? keepPlans(of: command.activity, by: user, from: [command.friend], at: now) : []
        let events = kept + settle(Pair(user, command.friend), at: now)
        var audience = self.audience(command.activity, of: user)
        let told = audience == before ? [] : [tell(of: command.activity, user)]
        audience.friends.removeAll { $0.user.username != command.friend }
        return Outcome(.audience(audience), told + events)
    }

    mutating func set(_ command: AudienceSet, by user: String, at now: Moment) -> Outcome {
        let activity = command.activity
        guard hasAudience(activity) else { return Outcome(.notFound) }
        guard (command.add + command.drop).allSatisfy({ areFriends(user, $0) }) else {
            return Outcome(.notFriends)
        }
        let before = self.audience(activity, of: user)
        let excluded = exclusions[activity] ?? []
        for other in users where other != user {
            let way = Way(from: user, to: other)
            let isNamed = command.add.contains(other) || command.drop.contains(other)
            let areOthers = !isNamed && command.hasOthers
            if command.drop.contains(other)
                || areOthers && !command.others && areFriends(user, other)
            {
                exclusions[activity, default: []].insert(way)
            } else if command.add.contains(other) || areOthers && command.others {
                exclusions[activity]?.remove(way)
            }
        }
        if command.hasOthers, command.others {
            closed[activity]?.remove(user)
        } else if command.hasOthers {
            closed[activity, default: []].insert(user)
        }
        let kept = keepPlans(
            of: activity, by: user,
            from: users.filter {
                let way = Way(from: user, to: $0)
                return exclusions[activity]?.contains(way) == true && !excluded.contains(way)
                    && areFriends(user, $0)
            }, at: now)
        let events = kept + settleAll(of: user, at: now)
        var audience = self.audience(activity, of: user)
        let told = audience == before ? [] : [tell(of: activity, user)]
        audience.friends = []
        return Outcome(.audience(audience), told + events)
    }

    private func tell(of activity: String, _ user: String) -> (to: String, body: Body) {
        (user, .audienceChanged(.with { $0.activity = activity }))
    }

    /// The audience of an activity of `user`.
    func audience(_ activity: String, of user: String) -> Audience {
        var audience = Audience()
        audience.activity = activity
        audience.newcomers = closed[activity]?.contains(user) != true
        audience.friends = friends(of: user).map { friend in
            var member = AudienceMember()
            member.user = profile(of: friend)
            member.selected =
                exclusions[activity]?.contains(Way(from: user, to: friend)) != true
            return member
        }
        return audience
    }

    /// Whether an activity that is on expires before a moment.
    package func endsToggle(before moment: Moment) -> Bool {
        toggles.values.contains { $0.values.contains { $0.expires < moment } }
    }

    /// Turns off the activities that have expired.
    mutating func expire(at now: Moment) -> [(to: String, body: Body)] {
        var due = toggles.flatMap { user, toggles in
            toggles.filter { $0.value.expires <= now }
                .map { (expires: $0.value.expires, user: user, activity: $0.key) }
        }
        due.sort { ($0.expires, $0.user, $0.activity) < ($1.expires, $1.user, $1.activity) }
        var events: [(to: String, body: Body)] = []
        for (_, user, activity) in due {
            events += turnOff(activity, user, expired: true, at: now)
        }
        return events
    }

    /// Notifies users, once, that an activity of theirs is about to end. Others begin.
    mutating func announceEndings(at now: Moment) -> [(to: String, body: Body)] {
        var due = notices.flatMap { user, notices in
            notices.filter { $0.value <= now }.map { (at: $0.value, user: user, activity: $0.key) }
        }
        due.sort { ($0.at, $0.user, $0.activity) < ($1.at, $1.user, $1.activity) }
        var events: [(to: String, body: Body)] = []
        for (at, user, activity) in due {
            notices[user]?[activity] = nil
            guard let toggle = toggles[user]?[activity], toggle.expires > now else { continue }
            if at == toggle.starts {
                toggles[user]?[activity]?.starts = .epoch
                events += settleAll(of: user, at: now)
                events += openDuels(of: user, activity, at: now)
                guard toggle.ending <= now else {
                    notices[user]?[activity] = toggle.ending
                    continue
                }
            }
            var ending = ActivityEnding()
            ending.activity = activity
            ending.expiresAt = toggle.expires.timestamp
            events.append((user, .activityEnding(ending)))
        }
        return events
    }
}
