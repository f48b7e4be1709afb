package import Kernel
import SwiftProtobuf
import Wire

extension Rules {
    /// How long before an activity expires the user is notified; half of its time, if that is less.
    private static let notice = Duration.seconds(600)

    mutating func set(_ command: ActivitySet, by user: String, at now: Moment) -> Outcome {
        let activity = command.activity
        guard let lifetime = lifetimes[activity] else { return Outcome(.notFound) }
        guard command.hasOn else { return Outcome(.invalidField) }
        var state = ActivityState()
        state.activity = activity
        state.title = activity
        state.on = command.on
        state.wildcard = wildcards.contains(activity)
        state.lifetime = Google_Protobuf_Duration(rounding: lifetime)
        let expires = now.advanced(by: lifetime)
        if command.on { state.expiresAt = expires.timestamp }
        guard command.on || toggles[user]?[activity] != nil else {
            return Outcome(.activity(state))
        }
        toggles[user, default: [:]][activity] = command.on ? expires : nil
        let notice = expires.advanced(by: .zero - min(Self.notice, lifetime / 2))
        notices[user, default: [:]][activity] = command.on ? notice : nil
        var changed = ActivityChanged()
        changed.activity = activity
        changed.on = command.on
        if command.on { changed.expiresAt = state.expiresAt }
        return Outcome(
            .activity(state), [(user, .activityChanged(changed))] + settleAll(of: user, at: now))
    }

    mutating func select(_ command: AudienceSelect, by user: String, at now: Moment) -> Outcome {
        guard hasAudience(command.activity) else { return Outcome(.notFound) }
        guard command.hasSelected else { return Outcome(.invalidField) }
        guard areFriends(user, command.friend) else { return Outcome(.notFriends) }
        let way = Way(from: user, to: command.friend)
        let before = self.audience(command.activity, of: user)
        if command.selected {
            exclusions[command.activity]?.remove(way)
        } else {
            exclusions[command.activity, default: []].insert(way)
        }
        let events = settle(Pair(user, command.friend), at: now)
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
        let events = settleAll(of: user, at: now)
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
        toggles.values.contains { $0.values.contains { $0 < moment } }
    }

    /// Turns off the activities that have expired.
    mutating func expire(at now: Moment) -> [(to: String, body: Body)] {
        var due: [(expires: Moment, user: String, activity: String)] = []
        for (user, toggles) in toggles {
            due += toggles.filter { $0.value <= now }.map { ($0.value, user, $0.key) }
        }
        due.sort { ($0.expires, $0.user, $0.activity) < ($1.expires, $1.user, $1.activity) }
        var events: [(to: String, body: Body)] = []
        for (_, user, activity) in due {
            toggles[user]?[activity] = nil
            var changed = ActivityChanged()
            changed.activity = activity
            changed.on = false
            changed.expired = true
            events.append((user, .activityChanged(changed)))
            events += settleAll(of: user, at: now)
        }
        return events
    }

    /// Notifies users, once, that an activity of theirs is about to end.
    mutating func announceEndings(at now: Moment) -> [(to: String, body: Body)] {
        var due: [(at: Moment, user: String, activity: String)] = []
        for (user, notices) in notices {
            due += notices.filter { $0.value <= now }.map { ($0.value, user, $0.key) }
        }
        due.sort { ($0.at, $0.user, $0.activity) < ($1.at, $1.user, $1.activity) }
        return due.compactMap { _, user, activity in
            notices[user]?[activity] = nil
            guard let expires = toggles[user]?[activity], expires > now else { return nil }
            var ending = ActivityEnding()
            ending.activity = activity
            ending.expiresAt = expires.timestamp
            return (user, .activityEnding(ending))
        }
    }
}
