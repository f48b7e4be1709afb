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
