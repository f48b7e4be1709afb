/// Thousands of clients that lose their connections and reconnect at once: what that costs, how
/// soon they have every message sent meanwhile, and whether each arrived exactly once.
struct StormRun: Sendable {
    let plan: StormPlan
    /// Ends the server, and restarts it on its data; nil: it keeps running, and the network fails.
    let restart: (@Sendable (SubjectServer) async throws(LoadFailure) -> SubjectServer)?
    /// The pause after signing in, for the aftermath to settle and the writers to be at work.
    var calmMilliseconds = 2500

    /// Measures a server that has the population in its data.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> StormReport {
        try await CrowdLoop(plan.count, to: Target(server), tally: LifeTally(plan.comers)) {
            Resident($0)
        }.whileThere { comers throws(LoadFailure) in
            try await comers.reach("signing in", plan.count, progress) { $0.tally.caughtUpCount }
            try await comers.work("settling", milliseconds: calmMilliseconds, progress)
            let beat = Beat(
                start: MonotonicClock.nanoseconds(), perSecond: plan.rate,
                writerCount: plan.writerCount)
            guard let restart else {
                return try await fail(comers, beat, server, progress)
            }
            return try await crash(comers, beat, server, progress, restart)
        }
    }

    /// The network fails for a while, and the writers do not notice.
    private func fail(
        _ comers: CrowdLoop<Resident>, _ beat: Beat, _ server: SubjectServer,
        _ progress: Progress
    ) async throws(LoadFailure) -> StormReport {
        try await StormWriters(plan, LifeTally(plan.writers), beat, to: server).whileThere(
            progress
        ) { writers throws(LoadFailure) in
            let memory = try await cutOff(comers, progress)
            await MonotonicClock.pass(plan.awaySeconds * 1000)
            let start = MonotonicClock.nanoseconds()
            return try await comeBack(
                memory, writers, since: start, delivered: await writers.deliveredCount,
                to: server, progress)
        }
    }

    /// The server ends and is restarted; the writers reconnect, too.
    private func crash(
        _ comers: CrowdLoop<Resident>, _ beat: Beat, _ server: SubjectServer,
        _ progress: Progress,
        _ restart: (SubjectServer) async throws(LoadFailure) -> SubjectServer
    ) async throws(LoadFailure) -> StormReport {
        let memories = try await StormWriters(
            plan, LifeTally(plan.writers), beat, to: server
        ).whileThere(progress) { writers throws(LoadFailure) in
            (try await cutOff(comers, progress), try await writers.cut())
        }
        let start = MonotonicClock.nanoseconds()
        let next = try await restart(server)
        return try await StormWriters(plan, memories.1, beat, to: next).whileThere(progress) {
            writers throws(LoadFailure) in
            try await comeBack(
                memories.0, writers, since: start, delivered: memories.1.deliveredCount, to: next,
                progress)
        }
    }

    /// Lets the writers write for a while, and then cuts all others off.
    ///
    /// - Returns: the diaries of those cut off.
    private func cutOff(
        _ comers: CrowdLoop<Resident>, _ progress: Progress
    ) async throws(LoadFailure) -> LifeTally {
        try await comers.work("writing", milliseconds: calmMilliseconds, progress)
        progress.begin("cut off")
        var memory = try await comers.cut()
        memory.beginAnew()
        return memory
    }

    /// All clients reconnect, as fast as the server lets them.
    ///
    /// - Parameter writersCount: the deliveries to the writers by then.
    private func comeBack(
        _ memory: LifeTally, _ writers: StormWriters, since start: UInt64,
        delivered writersCount: Int, to server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> StormReport {
        // The processor time of a restarted server begins at 0.
        let cpu = restart == nil ? try server.meter.cpuNanoseconds() : 0
        let before = memory.deliveredCount + writersCount
        return try await CrowdLoop(plan.count, to: Target(server), tally: memory) {
            Resident($0, missingSince: start)
        }.whileThere { comers throws(LoadFailure) in
            try await comers.reach("coming back", plan.count, progress) {
                $0.tally.caughtUpCount
            }
            let spent = try server.meter.cpuNanoseconds() - cpu
            let came = await comers.ask { crowd, _ in crowd.tally.deliveredCount }
            let deliveries = came + (await writers.deliveredCount) - before
            try await comers.work("writing", milliseconds: 1000, progress)
            try await writers.fallSilent()
            try await comers.hush("waiting for the last", progress)
            return StormReport(
                self, comers: try await comers.cut(), writers: try await writers.cut(),
                deliveries: deliveries, cpuNanoseconds: spent)
        }
    }
}

/// Which users are cut off in a storm, and which write to them meanwhile.
struct StormPlan: Sendable {
    /// The circle: first the users who are cut off, behind them the writers.
    let population: Population
    let writerCount: Int
    /// Messages a second, of all writers together.
    let rate: Int
    /// How long the server is away.
    let awaySeconds: Int

    /// The number of users who are cut off.
    var count: Int { population.size - writerCount }

    /// The users who are cut off, before their first connection.
    var comers: [Diary] { (0..<count).map { population.diary(of: $0) } }
    /// The writers, likewise.
    var writers: [Diary] { (count..<population.size).map { population.diary(of: $0) } }

    /// The addressees of a writer, in turn: friends who are cut off.
    func readers(of writer: Int) -> [Int] {
        population.friends(of: count + writer).filter { $0 < count }
    }
}

/// The outcome of a storm.
struct StormReport: Report {
    let people: Int
    let writers: Int
    /// Whether the server was killed and restarted, or only the connections were lost.
    let restarted: Bool
    let allBackSeconds: Double
    /// From the beginning until the last client is back. Includes the messages of the writers, and
    /// the presence sent to friends.
    let cpuMicrosecondsPerResume: Double
    /// In the same time.
    let deliveries: Int
    let cpuMicrosecondsPerDelivery: Double
    /// Sessions that resumed behind the last event seen, and sessions that the server reset.
    let resumed: Int
    let reset: Int
    /// Events that were replayed.
    let replayed: Int
    let messages: Int
    let lost: Int
    let duplicated: Int
    let reordered: Int
    let back: Latencies
    let resumes: Latencies
    let answers: Latencies
    let complaints: [String]

    init(
        _ run: StormRun, comers: LifeTally, writers: LifeTally, deliveries: Int,
        cpuNanoseconds: UInt64
    ) {
        let audit = LifeAudit([comers, writers])
        people = run.plan.count
        self.writers = run.plan.writerCount
        restarted = run.restart != nil
        allBackSeconds = comers.comings.microseconds(percentile: 100) / 1e6
        cpuMicrosecondsPerResume = cpuNanoseconds.microseconds(each: run.plan.count)
        self.deliveries = deliveries
        cpuMicrosecondsPerDelivery = cpuNanoseconds.microseconds(each: deliveries)
        (resumed, reset) = (comers.resumedCount, comers.resetCount)
        replayed = comers.replayedCount
        messages = writers.ackedCount
        lost = audit.lostCount
        duplicated = audit.duplicateCount
        reordered = audit.reorderedCount
        (back, resumes, answers) = (comers.comings, comers.resumes, writers.answers)
        complaints = audit.complaints
    }

    var columns: [String] {
        [
            "storm of \(people)\(restarted ? ", restarted" : "")", "all back s", "cpu µs a resume",
            "cpu µs a delivery", "resumed", "reset", "replayed", "messages", "lost", "doubled",
            "reordered",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", allBackSeconds.digits(2), cpuMicrosecondsPerResume.digits(1),
                cpuMicrosecondsPerDelivery.digits(1), "\(resumed)", "\(reset)", "\(replayed)",
                "\(messages)", "\(lost)", "\(duplicated)", "\(reordered)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] {
        [("back", back), ("resume", resumes), ("ack", answers)]
    }
}

/// The users who write all the time, whatever happens to their readers.
struct StormWriters: Sendable {
    /// How often due messages are looked for.
    private static let tickMilliseconds = 5

    private let plan: StormPlan
    private let crowd: CrowdLoop<Resident>
    private let writing: Task<LoadFailure?, Never>

    /// Signs in, and begins to write when all are connected.
    ///
    /// - Parameters:
    ///   - memory: the diaries of an earlier connection.
    ///   - beat: messages due since the beginning and not yet written are written at once.
    init(
        _ plan: StormPlan, _ memory: LifeTally, _ beat: Beat, to server: SubjectServer
    ) throws(LoadFailure) {
        self.plan = plan
        let crowd = try CrowdLoop(plan.writerCount, to: Target(server), tally: memory) {
            Resident($0)
        }
        self.crowd = crowd
        writing = Task {
            do throws(LoadFailure) {
                // Silent, because presence would reveal how the others reconnect.
                try await crowd.pace(
                    "writing", until: .max, every: Self.tickMilliseconds, Progress(isQuiet: true)
                ) { now, member, _, output in
                    member.keepUp(
                        with: beat, as: member.number, to: plan.readers(of: member.number),
                        at: now, &output)
                }
                return nil
            } catch {
                return error
            }
        }
    }

    /// Runs `body` once all are connected; they are cut off afterwards, however it ends.
    func whileThere<Outcome>(
        _ progress: Progress, _ body: (StormWriters) async throws(LoadFailure) -> Outcome
    ) async throws(LoadFailure) -> Outcome {
        defer { writing.cancel() }
        return try await crowd.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach("writers come", plan.writerCount, progress) {
                $0.tally.caughtUpCount
            }
            return try await body(self)
        }
    }

    /// Stops writing; returns when no writer writes any more.
    func fallSilent() async throws(LoadFailure) {
        writing.cancel()
        if let failure = await writing.value { throw failure }
    }

    /// Messages that have reached their devices.
    var deliveredCount: Int {
        get async { await crowd.ask { crowd, _ in crowd.tally.deliveredCount } }
    }

    /// Cuts all connections without a close frame.
    func cut() async throws(LoadFailure) -> LifeTally {
        try await fallSilent()
        return try await crowd.cut()
    }
}
