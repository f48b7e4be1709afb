import Kernel

/// What the promises say should happen among a few friends: the same rules once more, as plainly
/// as they can be put, without a store.
struct PromiseModel {
    typealias Pair = Set<String>

    struct Intent: Hashable {
        let name: String
        let activity: String
    }

    struct Overlap: Hashable {
        let pair: Pair
        let activity: String
    }

    struct Exclusion: Hashable {
        let intent: Intent
        let friend: String
    }

    let names: [String]
    let activities: [String]
    private(set) var friends: Set<Pair> = []
    var on: Set<Intent> = []
    var excluded: Set<Exclusion> = []
    /// Overlaps that are not over: nil while they last, else when they ended.
    private(set) var overlaps: [Overlap: Moment?] = [:]
    /// What each has been told, as "match gym ben" and "matchEnded gym ben".
    private(set) var told: [String: [String: Int]] = [:]

    init(names: [String], activities: [String]) {
        self.names = names
        self.activities = activities
    }

    mutating func befriend(_ one: String, _ other: String) { friends.insert([one, other]) }

    /// The end of a friendship is all that is said of its matches.
    mutating func part(_ one: String, _ other: String) {
        let pair: Pair = [one, other]
        friends.remove(pair)
        overlaps = overlaps.filter { $0.key.pair != pair }
    }

    /// I6: begins and ends overlaps, at `now`.
    mutating func settle(at now: Moment) {
        for pair in pairs {
            for activity in activities {
                settle(Overlap(pair: pair, activity: activity), at: now)
            }
        }
    }

    /// The activities for which two match now.
    func matches(_ one: String, _ other: String) -> Set<String> {
        let pair: Pair = [one, other]
        return Set(overlaps.filter { $0.key.pair == pair && $0.value == nil }.map(\.key.activity))
    }

    private var pairs: [Pair] {
        names.flatMap { one in names.filter { one < $0 }.map { [one, $0] } }
    }

    private mutating func settle(_ overlap: Overlap, at now: Moment) {
        switch (overlaps[overlap], isWanted(overlap)) {
        case (nil, true):
            overlaps[overlap] = .some(nil)
            tell("match", overlap)
        case (.some(nil), false): overlaps[overlap] = .some(now)
        case (.some(let end?), let isWanted):
            if end.advanced(by: .seconds(30)) <= now {
                overlaps[overlap] = nil
                tell("matchEnded", overlap)
                if isWanted { settle(overlap, at: now) }
            } else if isWanted {
                overlaps[overlap] = .some(nil)
            }
        default: break
        }
    }

    private func isWanted(_ overlap: Overlap) -> Bool {
        guard friends.contains(overlap.pair) else { return false }
        return overlap.pair.allSatisfy { name in
            let intent = Intent(name: name, activity: overlap.activity)
            return on.contains(intent)
                && overlap.pair.allSatisfy {
                    !excluded.contains(Exclusion(intent: intent, friend: $0))
                }
        }
    }

    private mutating func tell(_ what: String, _ overlap: Overlap) {
        for name in overlap.pair {
            for other in overlap.pair where other != name {
                told[name, default: [:]]["\(what) \(overlap.activity) \(other)", default: 0] += 1
            }
        }
    }
}
