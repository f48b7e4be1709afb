import Kernel
import Wire

// I6: one match and one notice to each for every overlap.
extension Rules {
    /// Off and on again within this time is the same overlap.
    private static let grace = Duration.seconds(30)

    /// Reports overlaps that ended and did not come back.
    mutating func announceEnds(at now: Moment) -> [(to: String, body: Body)] {
        var events: [(to: String, body: Body)] = []
        for pair in overlaps.keys.sorted() {
            for (activity, end) in overlaps[pair] ?? [:] {
                guard case .ended(let end) = end, end.advanced(by: Self.grace) <= now else {
                    continue
                }
                events += announceEnd(of: activity, pair)
            }
        }
        return events
    }

    /// Whether two users match for an activity now: one has that very activity on, the other that
    /// one or a wildcard.
    func overlap(_ pair: Pair, for activity: String, at now: Moment) -> Bool {
        guard friends.contains(pair) else { return false }
        let ways = [Way(from: pair.low, to: pair.high), Way(from: pair.high, to: pair.low)]
        return ways.contains { offers(activity, $0, at: now) }
            && ways.allSatisfy { way in
                exclusions[activity]?.contains(way) != true
                    && wildcards.union([activity]).contains { offers($0, way, at: now) }
            }
    }

    /// Whether `way.from` has the activity on, with `way.to` in its audience.
    func offers(_ activity: String, _ way: Way, at now: Moment) -> Bool {
        guard let expires = toggles[way.from]?[activity] else { return false }
        return expires > now && exclusions[activity]?.contains(way) != true
    }

    mutating func settleAll(
        of user: String, at now: Moment
    ) -> [(to: String, body: Body)] {
        users.filter { $0 != user }.flatMap { settle(Pair(user, $0), at: now) }
    }

    /// Begins and ends overlaps of a pair, as things stand now.
    mutating func settle(_ pair: Pair, at now: Moment) -> [(to: String, body: Body)] {
        var events: [(to: String, body: Body)] = []
        for activity in lifetimes.keys.sorted() {
            let isWanted = overlap(pair, for: activity, at: now)
            switch (isWanted, overlaps[pair]?[activity]) {
            case (false, .lasting): overlaps[pair]?[activity] = .ended(now)
            case (true, nil): events += begin(activity, pair, at: now)
            case (true, .ended(let end)) where end.advanced(by: Self.grace) <= now:
                events +=
                    announceEnd(of: activity, pair) + begin(activity, pair, at: now)
            case (true, .ended): overlaps[pair]?[activity] = .lasting
            default: break
            }
        }
        return events
    }

    private mutating func begin(
        _ activity: String, _ pair: Pair, at now: Moment
    ) -> [(to: String, body: Body)] {
        overlaps[pair, default: [:]][activity] = .lasting
        let duel = activity == Self.wordGame ? openDuel(pair, at: now) : []
        return duel
            + [pair.low, pair.high].map { user in
                var match = Match()
                match.activity = activity
                match.with = profile(of: pair.friend(of: user))
                return (user, .match(match))
            }
    }

    private mutating func announceEnd(
        of activity: String, _ pair: Pair
    ) -> [(to: String, body: Body)] {
        overlaps[pair]?.removeValue(forKey: activity)
        return [pair.low, pair.high].map { user in
            var ended = MatchEnded()
            ended.activity = activity
            ended.with = pair.friend(of: user)
            return (user, .matchEnded(ended))
        }
    }
}
