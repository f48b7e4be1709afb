import Kernel

/// Who matches for what: pure decisions (Z43, Z46).
enum MatchRules {
    /// Off and on again within this time is the same overlap: nobody is told twice.
    static let grace = Duration.seconds(30)

    /// Whether an overlap that ended at `end` (nil: it lasts) is past coming back.
    static func isOver(endedAt end: Moment?, now: Moment) -> Bool {
        guard let end else { return false }
        return end.advanced(by: grace) <= now
    }

    /// The activities for which two friends match.
    ///
    /// A side supports an activity by having it on, or by having a wildcard on; a match needs the
    /// support of both, and one of them must have that very activity on.
    ///
    /// - Parameters:
    ///   - one: what one side has on, and means for the other.
    ///   - other: the same of the other side.
    static func matches(
        _ one: Set<String>, _ other: Set<String>, in catalogue: ActivityCatalogue
    ) -> Set<String> {
        let oneIsOpen = one.contains { catalogue.entry(named: $0)?.isWildcard == true }
        let otherIsOpen = other.contains { catalogue.entry(named: $0)?.isWildcard == true }
        return one.union(other).filter { activity in
            (one.contains(activity) || oneIsOpen) && (other.contains(activity) || otherIsOpen)
        }
    }
}
