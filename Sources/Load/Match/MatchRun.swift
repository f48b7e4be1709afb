import Promises
import SwiftProtobuf
import Wire

/// Toggles in a large population: what each costs the server, and how soon both friends receive the
/// match.
struct MatchRun: Sendable {
    /// How often due toggles are looked for.
    private static let tickMilliseconds = 2
    /// The pause after signing in, for the aftermath to settle.
    private static let calmMilliseconds = 2000

    let population: Population
    let plan: MatchPlan
    /// How many of the togglers have their friends connected, too.
    let sampledCount: Int
    let seconds: Int
    /// Whether toggles have a note, and connected friends a plan.
    let isDetailed: Bool

    /// Measures a server that has the population in its data.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> MatchOutcome {
        let friends = (0..<sampledCount).flatMap(population.friends)
            .filter { population.activity(of: $0) != nil }
        let listeners = Set(friends)
        let numbers = Array(0..<population.togglerCount) + listeners.sorted()
        let (plan, isDetailed) = (plan, isDetailed)
        return try await CrowdLoop(
            numbers.count, to: Target(server),
            tally: MatchTally(population, listeners: listeners)
        ) {
            MatchMember(numbers[$0], plan, isDetailed: isDetailed)
        }.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach("signing in", numbers.count, progress) {
                $0.tally.signedInCount
            }
            try await crowd.work("settling", milliseconds: Self.calmMilliseconds, progress)
            return try await toggle(crowd, server.meter, progress)
        }
    }

    private func toggle(
        _ crowd: CrowdLoop<MatchMember>, _ meter: ProcessMeter, _ progress: Progress
    ) async throws(LoadFailure) -> MatchOutcome {
        let cpu = try meter.cpuNanoseconds()
        let start = MonotonicClock.nanoseconds()
        let end = start + UInt64(seconds) * 1_000_000_000
        try await crowd.pace(
            "toggling", until: end + MatchPlan.holdNanoseconds + 500_000_000,
            every: Self.tickMilliseconds, progress
        ) { now, member, tally, output in
            member.act(at: now, since: start, until: end, &tally, &output)
        }
        // The ends follow after the grace period; those that do not arrive count as lost.
        try await crowd.settle("waiting for the ends", patience: 45_000, progress) {
            $0.tally.missingCount
        }
        let tally = await crowd.ask { crowd, _ in crowd.tally }
        return MatchOutcome(
            seconds: Double(seconds), cpuNanoseconds: try meter.cpuNanoseconds() - cpu,
            tally: tally, isDetailed: isDetailed)
    }
}

/// A user of a population: signs in, toggles if it is a toggler, and receives matches.
struct MatchMember: CrowdMember {
    private static let note = "by the river?"

    let number: Int
    let plan: MatchPlan
    let isDetailed: Bool
    private var speech = Speech(.json)
    /// When each toggle without a reply was sent.
    private var sentAt: [UInt32: UInt64] = [:]
    private var deedCount = 0
    /// The command that makes a plan: refused to users without a match.
    private var planCommand: UInt32?

    init(_ number: Int, _ plan: MatchPlan, isDetailed: Bool) {
        self.number = number
        self.plan = plan
        self.isDetailed = isDetailed
    }

    mutating func opened(_ tally: inout MatchTally, _ output: inout [UInt8]) {
        // Silent, because presence is not measured here.
        speech.arrive(number, of: tally.population, isSilent: true, &output)
    }

    /// Does what is due.
    ///
    /// - Parameters:
    ///   - now: by ``MonotonicClock``.
    ///   - start: of the measurement.
    ///   - end: from then on nothing is turned on.
    mutating func act(
        at now: UInt64, since start: UInt64, until end: UInt64, _ tally: inout MatchTally,
        _ output: inout [UInt8]
    ) {
        guard number < plan.togglerCount,
            let deed = plan.deed(
                of: number, done: deedCount, elapsed: now - min(now, start),
                end: end - min(end, start))
        else { return }
        deedCount += 1
        var toggle = ActivitySet()
        toggle.activity = Population.activities[deed.activity]
        toggle.on = deed.isOn
        toggle.cid = "t\(deedCount)"
        if isDetailed, deed.isOn { toggle.details.note = Self.note }
        speech.say(.activitySet(toggle), &output)
        sentAt[speech.lastCommand] = now
        if deed.isOn {
            tally.turnedOn(number, deed.activity, at: now)
        } else {
            tally.turnedOff()
        }
    }

    /// Makes a plan for the activity that a friend of togglers has on.
    private mutating func makePlan(_ population: Population, _ output: inout [UInt8]) {
        guard number >= plan.togglerCount, let activity = population.activity(of: number) else {
            return
        }
        speech.say(
            .planMake(
                .with { ($0.activity, $0.cid) = (Population.activities[activity], "plan") }),
            &output)
        planCommand = speech.lastCommand
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout MatchTally,
        _ output: inout [UInt8]
    ) {
        guard let message = ServerMessage([UInt8](bytes), .json) else {
            return tally.breaches.broke("\(number) got a message that cannot be read")
        }
        switch message.body {
        case .account(let account):
            speech.signIn(token: account.token, isSilent: true, &output)
        case .session:
            tally.signedInCount += 1
            if isDetailed { makePlan(tally.population, &output) }
        case .activity:
            if let sent = sentAt.removeValue(forKey: message.id) {
                tally.answered(from: sent, to: now)
            }
        case .match(let match):
            guard let (other, activity) = tally.known(match.with.username, match.activity)
            else {
                return tally.breaches.broke("\(number) received an unknown match")
            }
            tally.heard(number, of: other, activity, at: now)
            // Not there any more when the toggle is off again.
            if match.details.note == Self.note { tally.noted() }
        case .matchEnded(let ended):
            guard let (other, activity) = tally.known(ended.with, ended.activity) else {
                return tally.breaches.broke("\(number) received the end of an unknown match")
            }
            tally.heardEnd(number, of: other, activity)
        case .error where message.id == planCommand: break
        case .error(let error): tally.breaches.broke("\(error.code): \(error.message)")
        default: break
        }
    }
}

extension MatchTally {
    /// The user and the activity; nil when either is not of the population.
    fileprivate func known(_ name: String, _ activity: String) -> (Int, Int)? {
        guard let other = population.names.number(name),
            let place = Population.activities.firstIndex(of: activity)
        else { return nil }
        return (other, place)
    }
}

/// The outcome of a stretch of toggling.
struct MatchOutcome: Sendable {
    let seconds: Double
    /// From the first toggle until every end has arrived.
    let cpuNanoseconds: UInt64
    let tally: MatchTally
    let isDetailed: Bool

    /// Includes everything the server does.
    var cpuMicrosecondsPerToggle: Double {
        cpuNanoseconds.microseconds(each: tally.toggleCount)
    }

    /// The failures, a line for each kind.
    var complaints: [String] {
        var lines: [String] = []
        if tally.missingCount > 0 { lines.append("BROKEN: \(tally.missingCount) notices lost") }
        if isDetailed, tally.notedCount == 0 { lines.append("BROKEN: no match had its note") }
        let unanswered = tally.toggleCount - tally.answeredCount
        if unanswered > 0 { lines.append("BROKEN: \(unanswered) toggles unanswered") }
        if let broken = tally.breaches.first {
            let count = tally.breaches.duplicateCount + tally.breaches.otherCount
            lines.append("BROKEN: \(count) times, the first: \(broken)")
        }
        return lines
    }
}

/// When each toggler turns which activity on and off.
///
/// Every toggler has a turn in each round, each time with another activity. The same activity twice
/// within half a minute would be the same overlap, and would produce no match. Togglers that follow
/// one another differ in activity, so that they seldom match among themselves.
struct MatchPlan: Sendable {
    /// Toggles a second, half of them on, half of them off.
    let rate: Int
    let togglerCount: Int
    /// How long a toggle stays on.
    static let holdNanoseconds: UInt64 = 1_000_000_000

    /// One toggle.
    struct Deed: Equatable, Sendable {
        let activity: Int
        let isOn: Bool
    }

    /// The next deed of a toggler after `count` deeds, if it is due.
    ///
    /// - Parameters:
    ///   - elapsed: since the beginning, in nanoseconds.
    ///   - end: from then on nothing is turned on.
    func deed(
        of toggler: Int, done count: Int, elapsed: UInt64, end: UInt64
    ) -> Deed? {
        let (round, isOn) = (count / 2, count % 2 == 0)
        guard round < Population.activities.count else { return nil }
        let begin = start(of: toggler, round)
        let time = isOn ? begin : begin + Self.holdNanoseconds
        guard elapsed >= time, begin < end else { return nil }
        return Deed(activity: (round + toggler) % Population.activities.count, isOn: isOn)
    }

    /// The longest run that the activities allow.
    var secondsMax: Int { Population.activities.count * togglerCount * 2 / max(1, rate) }

    private func start(of toggler: Int, _ round: Int) -> UInt64 {
        UInt64(round * togglerCount + toggler) * 2_000_000_000 / UInt64(max(1, rate))
    }
}

/// The cost of toggles, and how soon both friends receive the match.
struct MatchReport: Report {
    let users: Int
    let friends: Int
    let activePercent: Int
    let toggles: Int
    let togglesPerSecond: Double
    let cpuMicrosecondsPerToggle: Double
    let noticesPerToggle: Double
    /// To connected users.
    let cpuMicrosecondsPerNotice: Double
    let answers: Latencies
    let pairs: Int
    /// Until both friends have it.
    let told: Latencies
    let lost: Int
    let duplicated: Int
    let wrong: Int
    let complaints: [String]

    init(_ run: MatchRun, _ outcome: MatchOutcome) {
        let tally = outcome.tally
        users = run.population.size
        friends = run.population.friendCount
        activePercent = run.population.activePercent
        toggles = tally.toggleCount
        togglesPerSecond = Double(tally.toggleCount) / outcome.seconds
        cpuMicrosecondsPerToggle = outcome.cpuMicrosecondsPerToggle
        noticesPerToggle = Double(tally.deliveredCount) / Double(max(1, tally.toggleCount))
        cpuMicrosecondsPerNotice = outcome.cpuNanoseconds.microseconds(each: tally.deliveredCount)
        (answers, told) = (tally.answers, tally.told)
        pairs = tally.told.count
        lost = tally.missingCount
        duplicated = tally.breaches.duplicateCount
        wrong = tally.breaches.otherCount
        complaints = outcome.complaints
    }

    var columns: [String] {
        [
            "match \(users) × \(friends), \(activePercent) % on", "toggles/s", "cpu µs",
            "notices", "cpu µs a notice", "pairs", "lost", "doubled", "wrong",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", togglesPerSecond.digits(0), cpuMicrosecondsPerToggle.digits(1),
                noticesPerToggle.digits(1), cpuMicrosecondsPerNotice.digits(1), "\(pairs)",
                "\(lost)", "\(duplicated)", "\(wrong)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] { [("answer", answers), ("both told", told)] }
}
