/// Toggles in a large population: what each costs the server, and how soon both are told.
struct MatchRun: Sendable {
    /// How often due toggles are looked for.
    private static let tickMilliseconds = 2
    /// For what signing in leaves behind to be over.
    private static let calmMilliseconds = 2000

    let population: Population
    let plan: MatchPlan
    /// How many of the togglers have their friends here, too.
    let sampledCount: Int
    let seconds: Int

    /// Measures a server that has the population in its data.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> MatchOutcome {
        let friends = (0..<sampledCount).flatMap(population.friends)
            .filter { population.activity(of: $0) != nil }
        let listeners = Set(friends)
        let numbers = Array(0..<population.togglerCount) + listeners.sorted()
        let plan = plan
        return try await CrowdLoop(
            numbers.count, to: Target(server),
            tally: MatchTally(population, listeners: listeners)
        ) { MatchMember(numbers[$0], plan) }.whileThere { crowd throws(LoadFailure) in
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
        // The ends are told after the time of grace; what does not come is counted as lost.
        try await crowd.settle("waiting for the ends", patience: 45_000, progress) {
            $0.tally.missingCount
        }
        let tally = await crowd.ask { crowd, _ in crowd.tally }
        return MatchOutcome(
            seconds: Double(seconds), cpuNanoseconds: try meter.cpuNanoseconds() - cpu,
            tally: tally)
    }
}
