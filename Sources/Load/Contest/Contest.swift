import EventLoop
import Glibc

/// The same work for several servers, in rounds that alternate between them, so that a busy machine
/// disturbs all alike.
struct Contest: Sendable {
    /// Our server is the first; the others are the comparison.
    let contestants: [Contestant]
    let rounds: Int

    /// Measures each contestant once a round.
    ///
    /// - Parameter measure: one round of one contestant, and what to call it meanwhile.
    /// - Returns: the outcomes of each contestant, in the order of `contestants`.
    func hold<Outcome>(
        _ measure: (Contestant, String) async throws(LoadFailure) -> Outcome
    ) async throws(LoadFailure) -> [[Outcome]] {
        var outcomes = contestants.map { _ in [Outcome]() }
        for round in 1...max(1, rounds) {
            for (index, contestant) in contestants.enumerated() {
                let phase = "round \(round)/\(rounds), \(contestant.name)"
                outcomes[index].append(try await measure(contestant, phase))
            }
        }
        return outcomes
    }
}

extension Contest {
    /// Measures rounds, and reports how the contestants compare.
    ///
    /// - Parameter title: names the work, like `echo 64 × 1, 64 B`.
    func report(
        _ title: String, unit: ContestReport.Unit,
        _ measure: (Contestant, String) async throws(LoadFailure) -> Round
    ) async throws(LoadFailure) -> ContestReport {
        let outcomes = try await hold(measure)
        return ContestReport(
            work: title, unit: unit,
            servers: zip(contestants, outcomes).map { ContestReport.Line($0.name, $1) })
    }
}

/// What some work costs each server, and how they compare.
struct ContestReport: Report {
    /// One server.
    struct Line: Encodable {
        let server: String
        /// All messages that the server sent, in all rounds.
        let messages: Int
        /// The median of the rounds.
        let perSecond: Double
        /// Of all rounds together.
        let latencies: Latencies
        /// The least of the rounds, because disturbances only ever add to it. Nil when the server's
        /// processor time is unknown.
        let cpuMicroseconds: Double?
        /// What the server sent, framing included.
        let bytes: Double
        let lost: Int
        let duplicated: Int

        init(_ server: String, _ rounds: [Round]) {
            self.server = server
            messages = rounds.reduce(0) { $0 + $1.messageCount }
            latencies = rounds.reduce(into: Latencies()) { $0.add($1.latencies) }
            let speeds = rounds.map(\.messagesPerSecond).sorted()
            perSecond = speeds.isEmpty ? 0 : speeds[speeds.count / 2]
            cpuMicroseconds = rounds.compactMap(\.cpuMicrosecondsPerMessage).min()
            bytes = rounds.map(\.bytesPerMessage).min() ?? 0
            lost = rounds.reduce(0) { $0 + $1.lostCount }
            duplicated = rounds.reduce(0) { $0 + $1.doubledCount }
        }
    }

    /// What the figures count.
    enum Unit: String, Encodable {
        case message, delivery

        var plural: String { self == .message ? "messages" : "deliveries" }
    }

    /// Like `echo 64 × 1, 64 B`.
    let work: String
    let unit: Unit
    /// Ours first.
    let servers: [Line]

    /// Our processor time as a share of another's; nil when that server did not take part.
    func ratio(to name: String) -> Double? {
        let others = servers.dropFirst()
        let other = others.first { $0.server == name }
        guard let ours = servers.first?.cpuMicroseconds, let theirs = other?.cpuMicroseconds
        else { return nil }
        return ours / theirs
    }

    var columns: [String] {
        [work, "\(unit.plural)/s", "bytes", "cpu µs", "lost", "doubled"]
    }

    var rows: [[String]] {
        servers.map { line in
            [
                line.server, line.perSecond.digits(0), line.bytes.digits(0),
                line.cpuMicroseconds.digits(2), "\(line.lost)", "\(line.duplicated)",
            ]
        }
    }

    var times: [(name: String, took: Latencies)] { servers.map { ($0.server, $0.latencies) } }

    var remarks: [String] {
        let ratios = servers.dropFirst().compactMap { line in
            ratio(to: line.server).map { "\($0.digits(2)) of \(line.server)" }
        }
        return ratios.isEmpty ? [] : ["server CPU a \(unit): \(ratios.joined(separator: ", "))"]
    }

    var complaints: [String] {
        servers.filter { $0.lost + $0.duplicated > 0 }.map { line in
            "BROKEN: \(line.server) lost \(line.lost), doubled \(line.duplicated)"
        }
    }
}

/// A server that takes part, by the name that a report gives it.
struct Contestant: Sendable {
    let name: String
    let server: SubjectServer
    let target: Target

    init(_ name: String, _ server: SubjectServer) {
        self.init(name, server, Target(server))
    }

    init(_ name: String, _ server: SubjectServer, _ target: Target) {
        (self.name, self.server, self.target) = (name, server, target)
    }
}

/// One stretch of a crowd's work against one server.
struct Round: Sendable {
    /// All messages that arrived, including those before and after the measurement.
    let messageCount: Int
    let messagesPerSecond: Double
    /// Nil when the server's processor time is unknown.
    let cpuMicrosecondsPerMessage: Double?
    /// What the server sent, framing included.
    let bytesPerMessage: Double
    let latencies: Latencies
    /// Messages that a connection was due and had not received when all was quiet, and those that
    /// it received in excess.
    let lostCount: Int
    let doubledCount: Int

    /// The size and the duration of a round.
    struct Plan: Sendable {
        let connections: Int
        let warmUpMilliseconds: Int
        let milliseconds: Int
    }

    private struct Mark: Sendable {
        let time: UInt64
        let cpu: UInt64?
        let bytesIn: Int
        let tally: RoundTally
    }

    /// Connects, begins, warms up, measures, and hangs up.
    ///
    /// - Parameter makeMember: called with 0 up to one less than the connections, in order.
    static func measure<Member: RoundMember>(
        _ plan: Plan, _ contestant: Contestant, phase: String, _ progress: Progress,
        makeMember: @escaping @Sendable (Int) -> Member
    ) async throws(LoadFailure) -> Round {
        try await CrowdLoop(
            plan.connections, to: contestant.target, tally: RoundTally(), makeMember: makeMember
        ).whileThere { crowd throws(LoadFailure) in
            let quiet = Progress(isQuiet: true)
            try await crowd.reach("\(phase): connecting", plan.connections, quiet) { $0.openCount }
            await crowd.begin()
            try await crowd.work(
                "\(phase): warming up", milliseconds: plan.warmUpMilliseconds, quiet)
            let start = try await mark(crowd, contestant.server)
            try await crowd.work(phase, milliseconds: plan.milliseconds, progress)
            let end = try await mark(crowd, contestant.server)
            let last = try await crowd.finish("\(phase): the last", patience: 2000, quiet)
            return try Round(from: start, to: end, last: last)
        }
    }

    /// Reads all figures at one moment, and lets the latencies start anew.
    private static func mark<Member: RoundMember>(
        _ crowd: CrowdLoop<Member>, _ server: SubjectServer
    ) async throws(LoadFailure) -> Mark {
        let mark = await crowd.ask { crowd, loop in
            let cpu = Result { () throws(LoadFailure) in try server.cpuNanoseconds() }
            defer { crowd.tally.latencies.reset() }
            return (cpu, MonotonicClock.nanoseconds(), loop.counters.bytesIn, crowd.tally)
        }
        return Mark(time: mark.1, cpu: try mark.0.get(), bytesIn: mark.2, tally: mark.3)
    }

    private init(from start: Mark, to end: Mark, last: RoundTally) throws(LoadFailure) {
        let count = end.tally.count - start.tally.count
        guard count > 0 else { throw LoadFailure("not one message came back") }
        try last.requireUnchanged()
        messageCount = last.count
        messagesPerSecond = Double(count) / (Double(end.time - start.time) / 1e9)
        cpuMicrosecondsPerMessage = end.cpu.flatMap { end in
            start.cpu.map { (end - $0).microseconds(each: count) }
        }
        bytesPerMessage = Double(end.bytesIn - start.bytesIn) / Double(count)
        latencies = end.tally.latencies
        (lostCount, doubledCount) = (last.lostCount, last.doubledCount)
    }
}

extension Round.Plan {
    /// What all measurements of echoes ask for.
    init(connections: Int, seconds: Int) {
        self.init(
            connections: connections, warmUpMilliseconds: 300, milliseconds: seconds * 1000)
    }
}

/// What the members of a crowd count together during a round.
struct RoundTally: Sendable {
    /// Messages that have arrived.
    var count = 0
    /// Messages that are due to arrive, for all that was sent so far.
    var dueCount = 0
    /// Messages that arrived changed.
    var changedCount = 0
    /// How long the messages were under way.
    var latencies = Latencies()
    /// Whether the members have stopped sending.
    var isOver = false
    /// Messages that a connection was due and has not received, and those that it received in
    /// excess. Both are counted at the end.
    fileprivate(set) var lostCount = 0
    fileprivate(set) var doubledCount = 0

    /// - Throws: when a message came changed.
    func requireUnchanged() throws(LoadFailure) {
        guard changedCount == 0 else {
            throw LoadFailure("\(changedCount) messages came back changed")
        }
    }
}

/// A member that counts the messages due on its own connection.
protocol RoundMember: CrowdMember where Tally == RoundTally {
    /// How many messages are due here and have not arrived; negative when more have arrived.
    func missingCount(_ tally: RoundTally) -> Int
}

extension CrowdLoop where Member: RoundMember {
    /// Stops all members from sending, waits for what is under way, and counts lost and duplicate
    /// messages.
    func finish(
        _ phase: String, patience milliseconds: Int, _ progress: Progress
    ) async throws(LoadFailure) -> RoundTally {
        await ask { crowd, _ in crowd.tally.isOver = true }
        try await settle(phase, patience: milliseconds, progress) { crowd in
            crowd.tally.dueCount - crowd.tally.count
        }
        return await ask { crowd, loop in
            crowd.each(on: loop) { member, tally, _ in
                let missing = member.missingCount(tally)
                tally.lostCount += max(0, missing)
                tally.doubledCount += max(0, -missing)
            }
            return crowd.tally
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these are the very same bytes.
    func isEqual(to other: [UInt8]) -> Bool {
        other.withUnsafeBytes { isEqual(to: $0) }
    }

    func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let one = baseAddress, let other = other.baseAddress else { return true }
        return memcmp(one, other, count) == 0
    }
}

/// The programs to compare our server with, as far as they are built.
struct Yardsticks: Sendable {
    /// The name in reports.
    static let cName = "C epoll"
    static let nioName = "SwiftNIO"

    let c: String?
    let nio: String?

    /// Starts them.
    func contestants(to audience: Audience) throws(LoadFailure) -> [Contestant] {
        var contestants: [Contestant] = []
        if let c { contestants.append(Contestant(Self.cName, try .yardstick(c, to: audience))) }
        if let nio { contestants.append(Contestant(Self.nioName, try .nio(nio, to: audience))) }
        return contestants
    }
}
