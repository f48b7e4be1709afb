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
        let comers = try await gather(server, progress)
        let beat = Beat(
            start: MonotonicClock.nanoseconds(), perSecond: plan.rate,
            writerCount: plan.writerCount)
        var writers = try await StormWriters(
            plan, LifeTally(plan.writers), beat, to: server, progress)
        try await comers.work("writing", milliseconds: calmMilliseconds, progress)

        progress.begin("cut off")
        var memory = await comers.cut()
        memory.beginAnew()
        var server = server
        let start: UInt64
        if let restart {
            let writersMemory = await writers.cut()
            start = MonotonicClock.nanoseconds()
            server = try await restart(server)
            writers = try await StormWriters(plan, writersMemory, beat, to: server, progress)
        } else {
            await MonotonicClock.pass(plan.awaySeconds * 1000)
            start = MonotonicClock.nanoseconds()
        }
        return try await comeBack(memory, writers, since: start, to: server, progress)
    }

    /// Everybody signs in for the first time.
    private func gather(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> CrowdLoop<Resident> {
        let comers = try CrowdLoop(
            plan.count, to: Target(server), tally: LifeTally(plan.comers)
        ) { Resident($0) }
        do throws(LoadFailure) {
            try await comers.reach("signing in", plan.count, progress) { $0.tally.caughtUpCount }
            try await comers.work("settling", milliseconds: calmMilliseconds, progress)
            return comers
        } catch {
            await comers.dismiss()
            throw error
        }
    }

    /// Everybody comes back, as fast as the server lets them.
    private func comeBack(
        _ memory: LifeTally, _ writers: StormWriters, since start: UInt64,
        to server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> StormReport {
        // A server that was started anew begins at 0.
        let cpu = restart == nil ? try server.meter.cpuNanoseconds() : 0
        let comers = try CrowdLoop(plan.count, to: Target(server), tally: memory) {
            Resident($0, missingSince: start)
        }
        do throws(LoadFailure) {
            try await comers.reach("coming back", plan.count, progress) {
                $0.tally.caughtUpCount
            }
            let spent = try server.meter.cpuNanoseconds() - cpu
            try await comers.work("writing", milliseconds: 1000, progress)
            try await writers.fallSilent()
            try await comers.hush("waiting for the last", progress)
            let memories = [await comers.cut(), await writers.cut()]
            return StormReport(
                self, comers: memories[0], writers: memories[1], cpuNanoseconds: spent)
        } catch {
            await comers.dismiss()
            _ = await writers.cut()
            throw error
        }
    }
}
