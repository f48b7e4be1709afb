/// Who was told of whose coming and going.
struct PresenceTally: Sendable {
    private struct Pair: Hashable {
        let watcher: Int
        let visitor: Int
    }

    let plan: PresencePlan
    var signedInCount = 0
    /// Messages that told of somebody; one may tell of several.
    var messageCount = 0
    private(set) var comingCount = 0
    private(set) var goingCount = 0
    /// From asking to be signed in until a friend is told.
    private(set) var comings = Latencies()
    private var present: Set<Pair> = []
    var breaches = Breaches()

    init(_ plan: PresencePlan) {
        self.plan = plan
    }

    /// Both, of visitors alone.
    var toldCount: Int { comingCount + goingCount }

    /// What was to be told and has not been.
    var missingCount: Int { 2 * plan.tellingCount - toldCount }

    /// Somebody is told of a friend: each time the other thing than before, once for each visit.
    mutating func told(
        _ watcher: Int, of visitor: Int, isOnline: Bool, _ arrivals: Arrivals, at now: UInt64
    ) {
        // Those who stay have come one after the other, too.
        guard visitor < plan.visitorCount else { return }
        guard plan.population.areFriends(watcher, visitor) else {
            return breaches.broke("\(watcher) was told of \(visitor), who is no friend")
        }
        let pair = Pair(watcher: watcher, visitor: visitor)
        let isNews = isOnline ? present.insert(pair).inserted : present.remove(pair) != nil
        guard isNews else { return breaches.doubled("\(watcher) was told twice of \(visitor)") }
        if isOnline {
            comingCount += 1
            comings.record(from: arrivals.time(of: visitor), to: now)
        } else {
            goingCount += 1
        }
    }
}
