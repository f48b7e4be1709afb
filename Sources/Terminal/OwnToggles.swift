import Wire

/// What I am up for, as far as it is known where a match is told to be over: it ends with my own
/// toggle as well as with the other's, and the server does not say with whose.
struct OwnToggles: Equatable, Sendable {
    /// As the session's list has it.
    private var listed: [String: Bool] = [:]
    /// As events have told since; newer than the list once they have caught up with it.
    private var heard: [String: Bool] = [:]
    /// What meets every other activity.
    private var wildcards: Set<String> = []

    /// How everything stands once all that happened before has been told.
    mutating func begin(_ list: Activities) {
        listed = Dictionary(list.activities.map { ($0.activity, $0.on) }) { $1 }
        wildcards = Set(list.activities.filter(\.wildcard).map(\.activity))
        heard = [:]
    }

    mutating func hear(_ change: ActivityChanged) { heard[change.activity] = change.on }

    /// Whether I am not up for it, nor for what meets it; false where that is not known.
    ///
    /// - Parameter isPast: of something that happened before the list: then only what events told
    ///   is known.
    func areOff(for activity: String, isPast: Bool) -> Bool {
        wildcards.union([activity]).allSatisfy {
            (heard[$0] ?? (isPast ? nil : listed[$0])) == false
        }
    }
}
