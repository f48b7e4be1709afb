/// Thousands who lose their connections at once, and come back at once: what that costs, how soon
/// they have everything that was written to them meanwhile, and whether that is all and each once.
struct StormRun: Sendable {
    let plan: StormPlan
    /// Ends the server, and starts it anew on its data; nil: it goes on, and the network fails.
    let restart: (@Sendable (SubjectServer) async throws(LoadFailure) -> SubjectServer)?
    /// For what signing in leaves behind to be over, and for writers to be at work.
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

    /// The server ends, and is there again; the writers come back, too.
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

    /// The writers write for a while; then all others are gone.
    ///
    /// - Returns: what they remember.
    private func cutOff(
        _ comers: CrowdLoop<Resident>, _ progress: Progress
    ) async throws(LoadFailure) -> LifeTally {
        try await comers.work("writing", milliseconds: calmMilliseconds, progress)
        progress.begin("cut off")
        var memory = try await comers.cut()
        memory.beginAnew()
        return memory
    }

    /// Everybody comes back, as fast as the server lets them.
    ///
    /// - Parameter writersCount: what had come to the writers by then.
    private func comeBack(
        _ memory: LifeTally, _ writers: StormWriters, since start: UInt64,
        delivered writersCount: Int, to server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> StormReport {
        // A server that was started anew begins at 0.
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

/// Who is cut off in a storm, and who writes to them meanwhile.
struct StormPlan: Sendable {
    /// The circle: first those who are cut off, behind them those who write.
    let population: Population
    let writerCount: Int
    /// Messages a second, all told.
    let rate: Int
    /// How long the server is away.
    let awaySeconds: Int

    /// How many are cut off.
    var count: Int { population.size - writerCount }

    /// Those who are cut off, as if they had never been there.
    var comers: [Diary] { (0..<count).map { population.diary(of: $0) } }
    /// Those who write, likewise.
    var writers: [Diary] { (count..<population.size).map { population.diary(of: $0) } }

    /// To whom a writer writes, in turn: friends who are cut off.
    func readers(of writer: Int) -> [Int] {
        population.friends(of: count + writer).filter { $0 < count }
    }
}

/// How a storm went over.
struct StormReport: Report {
    let people: Int
    let writers: Int
    /// Whether the server was killed and started anew, or only the connections were lost.
    let restarted: Bool
    let allBackSeconds: Double
    /// From the beginning until the last one is back, all told: what others write meanwhile, and
    /// friends who are told that somebody is there again.
    let cpuMicrosecondsPerResume: Double
    /// In the same time.
    let deliveries: Int
    let cpuMicrosecondsPerDelivery: Double
    /// Sessions that went on behind what was seen, and such as had to begin anew.
    let resumed: Int
    let reset: Int
    /// Events that were caught up with.
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

/// Those who write all the time, whatever happens to their readers.
struct StormWriters: Sendable {
    /// How often due messages are looked for.
    private static let tickMilliseconds = 5

    private let plan: StormPlan
    private let crowd: CrowdLoop<Resident>
    private let writing: Task<LoadFailure?, Never>

    /// Comes, and begins to write when everybody is there.
    ///
    /// - Parameters:
    ///   - memory: what they remember of a connection before.
    ///   - beat: what is due since the beginning, and has not been written, is written at once.
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
                // Silent: presence would tell how the others come back.
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

    /// What `body` makes of them once all are there; they are cut off afterwards, however it ends.
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

    /// Writes no more; returns when that is so.
    func fallSilent() async throws(LoadFailure) {
        writing.cancel()
        if let failure = await writing.value { throw failure }
    }

    /// Messages that have come to their devices.
    var deliveredCount: Int {
        get async { await crowd.ask { crowd, _ in crowd.tally.deliveredCount } }
    }

    /// Is cut off without a word.
    func cut() async throws(LoadFailure) -> LifeTally {
        try await fallSilent()
        return try await crowd.cut()
    }
}
