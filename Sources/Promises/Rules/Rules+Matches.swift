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
                guard case .ended(let end, _) = end, end.advanced(by: Self.grace) <= now else {
                    continue
                }
                events += announceEnd(of: activity, pair)
            }
        }
        return events
    }

    var mutuality: Mutuality {
        Mutuality(
            friends: friends, toggles: toggles, exclusions: exclusions, wildcards: wildcards)
    }

    mutating func settleAll(
        of user: String, at now: Moment
    ) -> [(to: String, body: Body)] {
        users.filter { $0 != user }.flatMap { settle(Pair(user, $0), at: now) }
    }

    /// Begins and ends overlaps of a pair, as things stand now.
    mutating func settle(_ pair: Pair, at now: Moment) -> [(to: String, body: Body)] {
        var events: [(to: String, body: Body)] = []
        let mutuality = mutuality
        for activity in lifetimes.keys.sorted() {
            let wanted = mutuality.lasting(pair, for: activity, at: now)
            switch (wanted, overlaps[pair]?[activity]) {
            case (nil, .lasting(let before, let began)):
                overlaps[pair]?[activity] = .ended(now, began: began)
                events += show(nil, insteadOf: before, for: activity, pair)
            case (let wanted?, nil): events += begin(activity, pair, wanted, at: now)
            case (let wanted?, .ended(let end, _)) where end.advanced(by: Self.grace) <= now:
                events +=
                    announceEnd(of: activity, pair) + begin(activity, pair, wanted, at: now)
            case (let wanted?, let overlap?):
                overlaps[pair]?[activity] = .lasting(wanted, began: overlap.began)
                events += show(wanted, insteadOf: overlap.lasting, for: activity, pair)
            default: break
            }
        }
        return events
    }

    private mutating func begin(
        _ activity: String, _ pair: Pair, _ lasting: Lasting, at now: Moment
    ) -> [(to: String, body: Body)] {
        overlaps[pair, default: [:]][activity] = .lasting(lasting, began: now)
        return openDuel(pair, activity, at: now) + offerPlans(for: activity, pair, at: now)
            + [pair.low, pair.high].map { user in
                var match = Match()
                match.activity = activity
                match.with = profile(of: pair.friend(of: user))
                if let said = lasting.said(to: user, pair) { match.details = said }
                return (user, .match(match))
            }
    }

    /// What a friend says about an activity has changed.
    private func show(
        _ now: Lasting?, insteadOf before: Lasting?, for activity: String, _ pair: Pair
    ) -> [(to: String, body: Body)] {
        [pair.low, pair.high].compactMap { user in
            let said = now?.said(to: user, pair)
            guard said != before?.said(to: user, pair) else { return nil }
            var changed = MatchChanged()
            (changed.activity, changed.with) = (activity, pair.friend(of: user))
            if let said { changed.details = said }
            return (user, .matchChanged(changed))
        }
    }

    /// Opens the duels of a user who is up for a word game now.
    mutating func openDuels(
        of user: String, _ activity: String, at now: Moment
    ) -> [(to: String, body: Body)] {
        users.filter { $0 != user }.flatMap { openDuel(Pair(user, $0), activity, at: now) }
    }

    /// Two friends who both have the word game itself on play one duel for each match.
    private mutating func openDuel(
        _ pair: Pair, _ activity: String, at now: Moment
    ) -> [(to: String, body: Body)] {
        guard activity == Self.wordGame,
            case .lasting(let lasting, let began) = overlaps[pair]?[activity],
            lasting.isExact, lasting.starts <= now
        else { return [] }
        return openDuel(pair, since: began, at: now)
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
