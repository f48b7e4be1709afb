import Wire

/// People who come, sign in by their token, see how everything stands, and leave.
struct LoginRun: Sendable {
    let population: Population
    let count: Int
    let atOnce: Int
    var format = WireFormat.json

    /// Measures a server that has the population in its data.
    ///
    /// A first wave is not counted: it pays for what the server makes once.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> LoginReport {
        let tokens = try await tokens(server, progress)
        let byToken = { @Sendable [format, population] (number: Int) in
            let person = number % tokens.count
            return LoginMember(
                person, by: .token(tokens[person] ?? ""), format, names: population.names)
        }
        _ = try await wave(max(atOnce, count / 10), "warming up", server, progress, byToken)
        let (start, cpu) = (MonotonicClock.nanoseconds(), try server.meter.cpuNanoseconds())
        let tally = try await wave(count, "signing in", server, progress, byToken)
        return LoginReport(
            self, tally, nanoseconds: MonotonicClock.nanoseconds() - start,
            cpuNanoseconds: try server.meter.cpuNanoseconds() - cpu)
    }

    /// What opens the sessions of those who come, by their numbers.
    func tokens(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> [Int: String] {
        guard population.tokens.isEmpty else { return population.tokens }
        return try await wave(min(count, population.size), "getting tokens", server, progress) {
            [format, population] number in
            LoginMember(number, by: .password, format, names: population.names)
        }.tokens
    }

    private func wave(
        _ count: Int, _ phase: String, _ server: SubjectServer, _ progress: Progress,
        _ makeMember: @escaping @Sendable (Int) -> LoginMember
    ) async throws(LoadFailure) -> LoginTally {
        try await CrowdLoop(
            count, atOnceMax: atOnce,
            to: Target(server, subprotocols: format == .json ? [] : [format.subprotocol]),
            tally: LoginTally(), makeMember: makeMember
        ).whileThere { crowd throws(LoadFailure) in
            try await crowd.reach(phase, count, progress) { $0.leftCount }
            let tally = await crowd.ask { crowd, _ in crowd.tally }
            if let failure = tally.firstFailure { throw LoadFailure(failure) }
            return tally
        }
    }
}
