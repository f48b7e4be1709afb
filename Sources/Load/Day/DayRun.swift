/// People who come, talk, toggle, comment, leave and come back, all at the same time.
struct DayRun: Sendable {
    /// How often due deeds are looked for.
    private static let tickMilliseconds = 10

    let plan: DayPlan
    /// For what arriving leaves behind to be over.
    var calmMilliseconds = 2000

    /// Measures a server that has the population in its data.
    ///
    /// In the end everybody comes once more, and has to have everything.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> DayReport {
        let people = plan.population.size
        let tokens = try await LoginRun(population: plan.population, count: people, atOnce: 64)
            .tokens(server, progress)
        let diaries = (0..<people).map { plan.population.diary(of: $0, token: tokens[$0]) }
        let (stretch, lived) = try await live(LifeTally(diaries), server, progress)
        let memory = try await comeHome(lived, server, progress)
        return DayReport(plan, stretch, lived, LifeAudit([memory]))
    }

    private func live(
        _ memory: LifeTally, _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> (LifeStretch, LifeTally) {
        let plan = plan
        return try await CrowdLoop(
            plan.visitCount, atOnceMax: plan.atOnce, to: Target(server), tally: memory
        ) { visit in
            Resident(plan.visitor(of: visit), stayNanoseconds: plan.stayNanoseconds(of: visit))
        }.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach("arriving", plan.atOnce, progress) { $0.tally.caughtUpCount }
            try await crowd.work("settling", milliseconds: calmMilliseconds, progress)
            let stretch = try await crowd.measure(server.meter) { () throws(LoadFailure) in
                let end = MonotonicClock.nanoseconds() + UInt64(plan.seconds) * 1_000_000_000
                try await crowd.pace(
                    "living", until: end, every: Self.tickMilliseconds, progress
                ) { now, member, tally, output in member.live(plan, at: now, &tally, &output) }
            }
            return (stretch, try await crowd.cut())
        }
    }

    /// Everybody is there at the same time, does nothing, and catches up.
    private func comeHome(
        _ lived: LifeTally, _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> LifeTally {
        var memory = lived
        memory.beginAnew()
        let people = plan.population.size
        return try await CrowdLoop(people, to: Target(server), tally: memory) {
            Resident($0)
        }.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach("coming home", people, progress) { $0.tally.caughtUpCount }
            try await crowd.hush("waiting for the last", progress)
            return try await crowd.cut()
        }
    }
}
