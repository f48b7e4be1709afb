package import Kernel
import SwiftProtobuf
import Wire

/// An activity that a user has on.
package struct Toggled: Equatable {
    /// `.epoch` once it has begun.
    var starts: Moment
    package let expires: Moment
    private let begins: Moment
    let details: ActivityDetails?

    /// - Returns: nil: the command says what cannot be.
    init?(
        _ command: ActivitySet, _ lifetime: Duration, after earlier: Toggled?, at now: Moment
    ) {
        let said = command.hasDetails ? command.details : ActivityDetails()
        let from = Moment(unixMilliseconds: said.from.unixMilliseconds)
        guard from <= now.advanced(by: .seconds(24 * 3_600)) else { return nil }
        begins = max(now, from)
        starts = begins > now ? begins : .epoch
        let latest = begins.advanced(by: lifetime)
        let until = Moment(unixMilliseconds: said.until.unixMilliseconds)
        expires = said.hasUntil ? min(latest, until) : latest
        guard expires > begins else { return nil }
        let words = command.hasDetails ? said : earlier?.details ?? ActivityDetails()
        var details = ActivityDetails()
        (details.note, details.place) = (words.note, words.place)
        if words.hasPoint { details.point = words.point }
        if words.hasRoomFor { details.roomFor = words.roomFor }
        if begins > now { details.from = begins.timestamp }
        if said.hasUntil { details.until = expires.timestamp }
        self.details = details == ActivityDetails() ? nil : details
    }

    /// Whether its beginning is still to come.
    var isAhead: Bool { starts != .epoch }

    /// When its user is notified that it is about to end.
    var ending: Moment {
        let span = expires.unixMilliseconds - begins.unixMilliseconds
        return expires.advanced(by: .zero - min(.seconds(600), .milliseconds(span / 2)))
    }

    /// Whether both are on at the same time, as far as their users have said.
    func meets(_ other: Toggled, at now: Moment) -> Bool {
        [(self, other), (other, self)].allSatisfy { one, later in
            guard later.starts > now else { return true }
            guard one.details?.hasUntil == true || one.details?.hasFrom == true else {
                return false
            }
            return later.starts < one.expires
        }
    }
}

extension ActivityState {
    /// - Parameter toggle: nil: it is off.
    init(_ activity: String, _ lifetime: Duration?, isWildcard: Bool, _ toggle: Toggled?) {
        self.init()
        (self.activity, title, wildcard) = (activity, activity, isWildcard)
        on = toggle != nil
        if let lifetime { self.lifetime = Google_Protobuf_Duration(rounding: lifetime) }
        if let toggle { expiresAt = toggle.expires.timestamp }
        if let details = toggle?.details { self.details = details }
    }
}

/// Two friends have the same activity on, or had until a moment ago.
package enum OverlapState: Equatable {
    case lasting(Lasting, began: Moment)
    case ended(Moment, began: Moment)

    var began: Moment {
        switch self {
        case .lasting(_, let began), .ended(_, let began): began
        }
    }

    /// nil: it has ended.
    var lasting: Lasting? { if case .lasting(let lasting, _) = self { lasting } else { nil } }
}

/// What two friends who match say to one another.
package struct Lasting: Equatable {
    let low: ActivityDetails?
    let high: ActivityDetails?
    /// From when both are up for it.
    let starts: Moment
    /// Whether both have this very activity on.
    let isExact: Bool

    /// - Parameters: what each has on that supports the activity, the activity itself first.
    /// - Returns: nil: they do not match.
    init?(
        _ activity: String, low: [(name: String, toggle: Toggled)],
        high: [(name: String, toggle: Toggled)], at now: Moment
    ) {
        for mine in low {
            for theirs in high where mine.name == activity || theirs.name == activity {
                guard mine.toggle.meets(theirs.toggle, at: now) else { continue }
                (self.low, self.high) = (mine.toggle.details, theirs.toggle.details)
                starts = max(mine.toggle.starts, theirs.toggle.starts)
                isExact = mine.name == theirs.name
                return
            }
        }
        return nil
    }

    func said(to user: String, _ pair: Pair) -> ActivityDetails? {
        user == pair.low ? high : low
    }
}

/// Who matches whom: what toggles, friendships and audiences say.
struct Mutuality {
    let friends: Set<Pair>
    let toggles: [String: [String: Toggled]]
    let exclusions: [String: Set<Rules.Way>]
    let wildcards: Set<String>

    /// Whether two users match for an activity: one has that very activity on, the other that one
    /// or a wildcard, at the same time.
    func lasting(_ pair: Pair, for activity: String, at now: Moment) -> Lasting? {
        guard friends.contains(pair) else { return nil }
        return Lasting(
            activity, low: offers(of: activity, .init(from: pair.low, to: pair.high), at: now),
            high: offers(of: activity, .init(from: pair.high, to: pair.low), at: now), at: now)
    }

    /// What `way.from` has on that supports an activity, with `way.to` in its audience; the
    /// activity itself first.
    private func offers(
        of activity: String, _ way: Rules.Way, at now: Moment
    ) -> [(name: String, toggle: Toggled)] {
        guard exclusions[activity]?.contains(way) != true else { return [] }
        return ([activity] + wildcards.subtracting([activity]).sorted()).compactMap { name in
            guard let toggle = toggles[way.from]?[name], toggle.expires > now,
                exclusions[name]?.contains(way) != true
            else { return nil }
            return (name, toggle)
        }
    }

    /// Whether `way.from` is up for an activity now, with `way.to` in its audience.
    func isOn(_ activity: String, _ way: Rules.Way, at now: Moment) -> Bool {
        guard let toggle = toggles[way.from]?[activity] else { return false }
        return toggle.starts <= now && toggle.expires > now
            && exclusions[activity]?.contains(way) != true
    }
}

/// What users say about their activities now. Events in inboxes refer to it.
struct SaidNow: Equatable {
    /// By direction, and by activity.
    private var said: [Rules.Way: [String: ActivityDetails]] = [:]
    private let toggles: [String: [String: Toggled]]

    init(_ rules: Rules) {
        toggles = rules.toggles
        for (pair, overlaps) in rules.overlaps {
            for case (let activity, .lasting(let lasting, _)) in overlaps {
                for user in [pair.low, pair.high] {
                    let way = Rules.Way(from: pair.friend(of: user), to: user)
                    said[way, default: [:]][activity] = lasting.said(to: user, pair)
                }
            }
        }
    }

    /// An event of an inbox as it is now; nil: it is of another kind.
    func current(_ body: Rules.Body, of user: String) -> Rules.Body? {
        func said(by friend: String, about activity: String) -> ActivityDetails? {
            self.said[Rules.Way(from: friend, to: user)]?[activity]
        }
        switch body {
        case .activityChanged(var changed):
            let toggle = changed.on ? toggles[user]?[changed.activity] : nil
            changed.clearDetails()
            if let details = toggle?.details { changed.details = details }
            return .activityChanged(changed)
        case .match(var match):
            match.clearDetails()
            if let details = said(by: match.with.username, about: match.activity) {
                match.details = details
            }
            return .match(match)
        case .matchChanged(var changed):
            changed.clearDetails()
            if let details = said(by: changed.with, about: changed.activity) {
                changed.details = details
            }
            return .matchChanged(changed)
        default: return nil
        }
    }
}
