import Accounts
import Kernel
import Wire

/// Which activities match: pure decisions (Z43, Z46).
enum MatchRules {
    /// Off and on again within this time is the same overlap: it causes no second event.
    static let grace = Duration.seconds(30)

    /// Whether an overlap that ended at `end` (nil: it lasts) can no longer be resumed.
    static func isOver(endedAt end: Moment?, now: Moment) -> Bool {
        guard let end else { return false }
        return end.advanced(by: grace) <= now
    }

    /// Why a user has no match, as far as the user's own side goes; `THEIR_SIDE` if it has no
    /// obstacle.
    ///
    /// - Parameters:
    ///   - on: what the user has on, whatever its audience.
    ///   - excluded: the activities from which the user has excluded the friend.
    static func obstacles(
        to activity: String, on: [Toggle], excluded: Set<String>
    ) -> [MatchObstacle] {
        let offers = on.filter { $0.activity == activity || $0.isWildcard }
        var obstacles: [MatchObstacle] = offers.isEmpty ? [.notOn] : []
        let areAllExcluded = offers.allSatisfy { excluded.contains($0.activity) }
        if excluded.contains(activity) || (!offers.isEmpty && areAllExcluded) {
            obstacles.append(.notMeant)
        }
        return obstacles.isEmpty ? [.theirSide] : obstacles
    }

    /// One of two users, as far as it concerns the other.
    struct Side: Equatable, Sendable {
        let user: User.ID
        /// What is on, and meant for the other.
        let on: [Toggle]
        /// Activities from which the other is excluded, on or not.
        private let excluded: Set<String>

        /// - Parameter on: what is on, whatever its audience.
        init(_ user: User.ID, on: [Toggle], excluded: Set<String> = []) {
            self.user = user
            self.on = excluded.isEmpty ? on : on.filter { !excluded.contains($0.activity) }
            self.excluded = excluded
        }

        /// The toggles that support an activity: its own first, then wildcards. None supports what
        /// the other is excluded from.
        func offers(of activity: String) -> [Toggle] {
            guard !excluded.contains(activity) else { return [] }
            let wildcards = on.filter { $0.isWildcard && $0.activity != activity }
            return on.filter { $0.activity == activity }
                + wildcards.sorted { $0.activity < $1.activity }
        }
    }

    /// The toggles by which two users match for an activity.
    struct Pairing: Equatable, Sendable {
        let low: Toggle
        let high: Toggle

        /// From when both are on; `.epoch`: they are.
        var starts: Moment { max(low.starts, high.starts) }
    }

    /// The activities for which two users match now.
    ///
    /// A match needs a toggle of each that supports it, both at the same time, and one of the two
    /// must be of that very activity.
    static func matches(low: Side, high: Side, at now: Moment) -> [String: Pairing] {
        var matches: [String: Pairing] = [:]
        for toggle in low.on + high.on where matches[toggle.activity] == nil {
            matches[toggle.activity] = pairing(low, high, for: toggle.activity, at: now)
        }
        return matches
    }

    private static func pairing(
        _ low: Side, _ high: Side, for activity: String, at now: Moment
    ) -> Pairing? {
        let theirs = high.offers(of: activity)
        for mine in low.offers(of: activity) {
            let other = theirs.first {
                (mine.activity == activity || $0.activity == activity) && mine.meets($0, at: now)
            }
            if let other { return Pairing(low: mine, high: other) }
        }
        return nil
    }
}
