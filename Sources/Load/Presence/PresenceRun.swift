/// People who come and go among friends who are there: what it costs to tell them.
struct PresenceRun: Sendable {
    /// For what signing in leaves behind to be over.
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
        // Who has left is told of a second later; what does not come is counted as lost.
        try await watchers.settle("waiting for the last", patience: 5000, progress) {
            $0.tally.missingCount
        }
        let end = MonotonicClock.nanoseconds()
        return PresenceReport(
            plan, await watchers.ask { crowd, _ in crowd.tally }, messagesBefore: before,
            nanoseconds: end - start, cpuNanoseconds: try server.meter.cpuNanoseconds() - cpu)
    }
}
