import Promises
import Synchronization
import WebSocket
import Wire

/// Users who come and go among friends who stay online: what it costs to notify them.
struct PresenceRun: Sendable {
    /// The pause after signing in, for the aftermath to settle.
    private static let calmMilliseconds = 3000

    let plan: PresencePlan

    /// Measures a server that has the population in its data.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> PresenceReport {
        let tokens = try await LoginRun(
            population: plan.population, count: plan.visitorCount, atOnce: 64
        ).tokens(server, progress)
        let (plan, arrivals) = (plan, Arrivals(plan.visitorCount))
        return try await CrowdLoop(
            plan.population.size - plan.visitorCount, to: Target(server),
            tally: PresenceTally(plan)
        ) { PresenceWatcher(plan.visitorCount + $0, arrivals) }.whileThere {
            watchers throws(LoadFailure) in
            try await watchers.reach(
                "signing in", plan.population.size - plan.visitorCount, progress
            ) { $0.tally.signedInCount }
            try await watchers.work("settling", milliseconds: Self.calmMilliseconds, progress)
            return try await visit(watchers, tokens, arrivals, server, progress)
        }
    }

    private func visit(
        _ watchers: CrowdLoop<PresenceWatcher>, _ tokens: [Int: String], _ arrivals: Arrivals,
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> PresenceReport {
        let plan = plan
        let before = await watchers.ask { crowd, _ in crowd.tally.messageCount }
        let (start, cpu) = (MonotonicClock.nanoseconds(), try server.meter.cpuNanoseconds())
        try await CrowdLoop(
            plan.visitCount, atOnceMax: plan.atOnce, to: Target(server),
            tally: PresenceVisitor.Tally()
        ) { visit in
            let visitor = plan.visitor(of: visit)
            return PresenceVisitor(
                visitor, token: tokens[visitor] ?? "",
                stayNanoseconds: plan.stayNanoseconds(of: visit), arrivals)
        }.whileThere { visitors throws(LoadFailure) in
            try await visitors.reach(
                "coming and going", plan.visitCount, progress,
                each: { visitor, _, output in
                    visitor.leaveIfDue(at: MonotonicClock.nanoseconds(), &output)
                }, done: { $0.leftCount })
            let failure = await visitors.ask { crowd, _ in crowd.tally.firstFailure }
            if let failure { throw LoadFailure(failure) }
        }
        // A departure is announced a second later; notices that do not arrive count as lost.
        try await watchers.settle("waiting for the last", patience: 5000, progress) {
            $0.tally.missingCount
        }
        let end = MonotonicClock.nanoseconds()
        return PresenceReport(
            plan, await watchers.ask { crowd, _ in crowd.tally }, messagesBefore: before,
            nanoseconds: end - start, cpuNanoseconds: try server.meter.cpuNanoseconds() - cpu)
    }
}

/// When each visitor last requested a session: written by the visitors' loop, read by the
/// watchers'.
final class Arrivals: Sendable {
    private let times: Mutex<[UInt64]>

    /// For so many visitors.
    init(_ count: Int) {
        times = Mutex([UInt64](repeating: 0, count: count))
    }

    /// Records an arrival, by ``MonotonicClock``.
    func note(_ visitor: Int, at now: UInt64) {
        times.withLock { $0[visitor] = now }
    }

    /// The last arrival of that visitor.
    func time(of visitor: Int) -> UInt64 {
        times.withLock { $0[visitor] }
    }
}

/// Which users come and go, and for how long; all others of the population stay online.
struct PresencePlan: Sendable {
    /// Longer than the second within which an absence is not announced.
    private static let stayNanoseconds: UInt64 = 2_000_000_000

    let population: Population
    /// Visits a second.
    let rate: Int
    let seconds: Int

    /// How many visitors are online at a time.
    var atOnce: Int { 2 * rate }
    /// The first users of the circle: they are online for two seconds and away for four.
    var visitorCount: Int { 3 * atOnce }
    var visitCount: Int { rate * seconds }

    /// The visitor of a visit; visits are counted from 0.
    func visitor(of visit: Int) -> Int { visit % visitorCount }

    /// How long a visit lasts. The first ones begin at the same time, so they end at different
    /// times.
    func stayNanoseconds(of visit: Int) -> UInt64 {
        guard visit < atOnce else { return Self.stayNanoseconds }
        return Self.stayNanoseconds * UInt64(1 + visit) / UInt64(atOnce)
    }

    /// The friends of a visitor who stay online.
    func watchers(of visitor: Int) -> [Int] {
        population.friends(of: visitor).filter { $0 >= visitorCount }
    }

    /// How many notices of arrivals are due to watchers; as many are due of departures.
    var tellingCount: Int {
        let counts = (0..<visitorCount).map { watchers(of: $0).count }
        return (0..<visitCount).reduce(0) { $0 + counts[visitor(of: $1)] }
    }
}

/// The cost of presence, and how soon friends receive it.
struct PresenceReport: Report {
    let users: Int
    let friends: Int
    let visits: Int
    let visitsPerSecond: Double
    /// Notices that friends received, of arrivals and departures.
    let told: Int
    let toldPerSecond: Double
    let messages: Int
    /// The server's processor time, including the visitors' connections and sessions.
    let cpuMicrosecondsPerTold: Double
    /// Of arrivals.
    let comings: Latencies
    let lost: Int
    let duplicated: Int
    let wrong: Int
    let complaints: [String]

    init(
        _ plan: PresencePlan, _ tally: PresenceTally, messagesBefore: Int, nanoseconds: UInt64,
        cpuNanoseconds: UInt64
    ) {
        let seconds = Double(nanoseconds) / 1e9
        users = plan.population.size
        friends = plan.population.friendCount
        visits = plan.visitCount
        visitsPerSecond = Double(plan.visitCount) / seconds
        told = tally.toldCount
        toldPerSecond = Double(tally.toldCount) / seconds
        messages = tally.messageCount - messagesBefore
        cpuMicrosecondsPerTold = cpuNanoseconds.microseconds(each: tally.toldCount)
        comings = tally.comings
        lost = tally.missingCount
        duplicated = tally.breaches.duplicateCount
        wrong = tally.breaches.otherCount
        var complaints: [String] = []
        if lost > 0 { complaints.append("BROKEN: \(lost) comings or goings were not told") }
        if let broken = tally.breaches.first {
            complaints.append("BROKEN: \(duplicated + wrong) times, the first: \(broken)")
        }
        self.complaints = complaints
    }

    var columns: [String] {
        [
            "presence \(users) × \(friends)", "visits/s", "told/s", "messages", "cpu µs", "lost",
            "doubled", "wrong",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", visitsPerSecond.digits(0), toldPerSecond.digits(0), "\(messages)",
                cpuMicrosecondsPerTold.digits(1), "\(lost)", "\(duplicated)", "\(wrong)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] { [("told", comings)] }
}

/// Which watchers received which visitor's presence.
struct PresenceTally: Sendable {
    private struct Pair: Hashable {
        let watcher: Int
        let visitor: Int
    }

    let plan: PresencePlan
    var signedInCount = 0
    /// Messages about visitors; one may be about several.
    var messageCount = 0
    private(set) var comingCount = 0
    private(set) var goingCount = 0
    /// From the request for a session until a friend receives the presence.
    private(set) var comings = Latencies()
    private var present: Set<Pair> = []
    var breaches = Breaches()

    init(_ plan: PresencePlan) {
        self.plan = plan
    }

    /// Arrivals and departures, of visitors only.
    var toldCount: Int { comingCount + goingCount }

    /// Notices that are due and have not arrived.
    var missingCount: Int { 2 * plan.tellingCount - toldCount }

    /// A watcher received a friend's presence, which must alternate, with one change for each
    /// visit.
    mutating func told(
        _ watcher: Int, of visitor: Int, isOnline: Bool, _ arrivals: Arrivals, at now: UInt64
    ) {
        // The watchers have arrived one after the other, too.
        guard visitor < plan.visitorCount else { return }
        guard plan.population.areFriends(watcher, visitor) else {
            return breaches.broke("\(watcher) received presence of \(visitor), who is no friend")
        }
        let pair = Pair(watcher: watcher, visitor: visitor)
        let isNews = isOnline ? present.insert(pair).inserted : present.remove(pair) != nil
        guard isNews else {
            return breaches.doubled("\(watcher) received presence of \(visitor) twice")
        }
        if isOnline {
            comingCount += 1
            comings.record(from: arrivals.time(of: visitor), to: now)
        } else {
            goingCount += 1
        }
    }
}

/// A user who comes, signs in, stays for a while and leaves.
struct PresenceVisitor: CrowdMember {
    /// What all visitors count together.
    struct Tally: Sendable {
        /// In words, if there was one.
        var firstFailure: String?
    }

    private let number: Int
    private let token: String
    private let stayNanoseconds: UInt64
    private let arrivals: Arrivals
    private var speech = Speech(.json)
    private var signedInAt: UInt64?
    private(set) var isLeaving = false

    init(_ number: Int, token: String, stayNanoseconds: UInt64, _ arrivals: Arrivals) {
        self.number = number
        self.token = token
        self.stayNanoseconds = stayNanoseconds
        self.arrivals = arrivals
    }

    mutating func opened(_ tally: inout Tally, _ output: inout [UInt8]) {
        arrivals.note(number, at: MonotonicClock.nanoseconds())
        speech.signIn(token: token, &output)
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout Tally,
        _ output: inout [UInt8]
    ) {
        guard signedInAt == nil, let message = ServerMessage([UInt8](bytes), .json)
        else { return }
        switch message.body {
        case .session: signedInAt = now
        case .error(let error):
            if tally.firstFailure == nil { tally.firstFailure = "\(error.code): \(error.message)" }
            leave(&output)
        default: break
        }
    }

    /// Disconnects when the visit is over.
    mutating func leaveIfDue(at now: UInt64, _ output: inout [UInt8]) {
        guard let signedInAt, !isLeaving, now >= signedInAt + stayNanoseconds else { return }
        leave(&output)
    }

    private mutating func leave(_ output: inout [UInt8]) {
        FrameWriter.appendGoodbye(to: &output)
        isLeaving = true
    }
}

/// A user who stays online, and receives the presence of friends.
struct PresenceWatcher: CrowdMember {
    private let number: Int
    private let arrivals: Arrivals
    private var speech = Speech(.json)

    init(_ number: Int, _ arrivals: Arrivals) {
        self.number = number
        self.arrivals = arrivals
    }

    mutating func opened(_ tally: inout PresenceTally, _ output: inout [UInt8]) {
        speech.arrive(number, of: tally.plan.population, &output)
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout PresenceTally,
        _ output: inout [UInt8]
    ) {
        guard let message = ServerMessage([UInt8](bytes), .json) else {
            return tally.breaches.broke("\(number) got a message that cannot be read")
        }
        switch message.body {
        case .account(let account): speech.signIn(token: account.token, &output)
        case .session: tally.signedInCount += 1
        case .presence(let presence): hear([presence], at: now, &tally)
        case .presenceDigest(let digest): hear(digest.presences, at: now, &tally)
        case .error(let error): tally.breaches.broke("\(error.code): \(error.message)")
        default: break
        }
    }

    private func hear(_ presences: [Presence], at now: UInt64, _ tally: inout PresenceTally) {
        tally.messageCount += 1
        let names = tally.plan.population.names
        for presence in presences {
            guard let visitor = names.number(presence.user), presence.hasOnline else {
                tally.breaches.broke("\(number) received unusable presence of \(presence.user)")
                continue
            }
            tally.told(number, of: visitor, isOnline: presence.online, arrivals, at: now)
        }
    }
}
