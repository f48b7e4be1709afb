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
        to activity: String, on: Set<String>, excluded: Set<String>,
        in catalogue: ActivityCatalogue
    ) -> [MatchObstacle] {
        let offers = on.filter {
            $0 == activity || catalogue.isWildcard($0)
        }
        var obstacles: [MatchObstacle] = offers.isEmpty ? [.notOn] : []
        if excluded.contains(activity) || (!offers.isEmpty && offers.isSubset(of: excluded)) {
            obstacles.append(.notMeant)
        }
        return obstacles.isEmpty ? [.theirSide] : obstacles
    }

    /// One of two friends, as far as it concerns the other.
    struct Side: Equatable, Sendable {
        /// What is on, and meant for the other.
        let on: Set<String>
        /// Activities from which the other is excluded, on or not.
        let excluded: Set<String>

        /// - Parameter on: what is on, whatever its audience.
        init(on: Set<String>, excluded: Set<String>) {
            self.on = excluded.isEmpty ? on : on.subtracting(excluded)
            self.excluded = excluded
        }

        /// Having an activity on supports it; so does a wildcard, but never against an exclusion.
        func supports(_ activity: String, in catalogue: ActivityCatalogue) -> Bool {
            guard !excluded.contains(activity) else { return false }
            return on.contains(activity) || on.contains(where: catalogue.isWildcard)
        }
    }

    /// The activities for which two friends match.
    ///
    /// A match needs the support of both, and one of them must have that very activity on.
    static func matches(
        _ one: Side, _ other: Side, in catalogue: ActivityCatalogue
    ) -> Set<String> {
        one.on.union(other.on).filter { activity in
            one.supports(activity, in: catalogue) && other.supports(activity, in: catalogue)
        }
    }
}
