/// Connections that come and go: what each costs the server, and what stays behind of them.
struct ChurnRun: Sendable {
    let count: Int
    let atOnce: Int
    /// For what follows a connection to be over: lingering closes, freed memory.
    var calmMilliseconds = 2500

    /// Most connections that there are: those of one wave, and those of the last that linger.
    var connectionsMax: Int { 2 * atOnce }

    private struct Mark {
        let time: UInt64
        let cpu: UInt64

        init(_ meter: ProcessMeter) throws(LoadFailure) {
            time = MonotonicClock.nanoseconds()
            cpu = try meter.cpuNanoseconds()
        }
    }

    /// Measures it.
    ///
    /// A first wave of the same width is not counted: it pays for what the server makes once.
    func run(
        _ contestant: Contestant, _ progress: Progress
    ) async throws(LoadFailure) -> ChurnReport {
        let server = contestant.server
        try await wave(max(2 * atOnce, count / 10), "warming up", contestant.target, progress)
        let before = try await holdings(of: server)
        let start = try Mark(server.meter)
        try await wave(count, "coming and going", contestant.target, progress)
        let end = try Mark(server.meter)
        let after = try await holdings(of: server)
        return ChurnReport(
            connections: count, atOnce: atOnce,
            perSecond: Double(count) / (Double(end.time - start.time) / 1e9),
            cpuMicroseconds: (end.cpu - start.cpu).microseconds(each: count),
            before: before, after: after, isSecure: contestant.target.tls != nil)
    }

    private func wave(
        _ count: Int, _ phase: String, _ target: Target, _ progress: Progress
    ) async throws(LoadFailure) {
        let message = EchoMember.Message(byteCount: 64)
        try await CrowdLoop(
            count, atOnceMax: atOnce, to: target, tally: RoundTally()
        ) { _ in ChurnMember(message) }.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach(phase, count, progress) { $0.leftCount }
            try await crowd.ask { crowd, _ in crowd.tally }.requireUnchanged()
        }
    }

    private func holdings(of server: SubjectServer) async throws(LoadFailure) -> Holdings {
        await MonotonicClock.pass(calmMilliseconds)
        return try Holdings(of: server.meter)
    }
}
