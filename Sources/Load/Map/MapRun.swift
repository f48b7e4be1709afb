import Wire

/// The map: what a look at it costs, and what telling those who have it open does.
struct MapRun: Sendable {
    private static let tickMilliseconds = 1
    private static let calmMilliseconds = 2_000

    let population: Population
    /// The first so many people look, one after the other.
    let readerCount: Int
    /// Nil: markers are not merged.
    let zoom: Int?
    let format: WireFormat
    /// Looks a second, or check-ins.
    let rate: Int
    let seconds: Int

    /// What a stretch of it came to.
    struct Outcome: Sendable {
        let tally: MapTally
        let cpuNanoseconds: UInt64
    }

    /// Some look at a box in which their friends are.
    func look(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> Outcome {
        try await run((0..<readerCount).map { ($0, .reader(zoom: zoom)) }, server, progress)
    }

    /// One checks in, and all friends have the map open.
    func tell(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> Outcome {
        let listeners = population.friends(of: 0).map { ($0, MapMember.Part.listener) }
        return try await run([(0, .teller)] + listeners, server, progress)
    }

    private func run(
        _ parts: [(number: Int, part: MapMember.Part)], _ server: SubjectServer,
        _ progress: Progress
    ) async throws(LoadFailure) -> Outcome {
        let actors = parts.count { part in if case .listener = part.part { false } else { true } }
        let beat = UInt64(1_000_000_000 / rate)
        return try await CrowdLoop(
            parts.count, to: Target(server, subprotocols: [format.subprotocol]),
            tally: MapTally(population)
        ) { MapMember(parts[$0].number, parts[$0].part, format) }.whileThere {
            crowd throws(LoadFailure) in
            try await crowd.reach("signing in", parts.count, progress) { $0.tally.readyCount }
            try await crowd.work("settling", milliseconds: Self.calmMilliseconds, progress)
            // Once before it counts: what is read the first time is read from the disk.
            for turn in 0..<actors {
                try await crowd.pace(
                    "warming up", until: MonotonicClock.nanoseconds() + 20_000_000,
                    every: 20, progress
                ) { now, member, tally, output in
                    if member.number == turn { member.act(at: now, &tally, &output) }
                }
            }
            try await crowd.hush("warming up", quietMilliseconds: 500, progress)
            await crowd.ask { crowd, _ in crowd.tally.begin() }
            let cpu = try server.meter.cpuNanoseconds()
            let start = MonotonicClock.nanoseconds()
            let due = DueTurns(start: start, beat: beat, actors: actors)
            try await crowd.pace(
                "measuring", until: start + UInt64(seconds) * 1_000_000_000,
                every: Self.tickMilliseconds, progress
            ) { now, member, tally, output in
                guard member.number < actors, due.isDue(member.number, at: now, &tally) else {
                    return
                }
                member.act(at: now, &tally, &output)
            }
            try await crowd.hush("waiting for the last", quietMilliseconds: 500, progress)
            let spent = try server.meter.cpuNanoseconds() - cpu
            return Outcome(
                tally: await crowd.ask { crowd, _ in crowd.tally }, cpuNanoseconds: spent)
        }
    }
}

/// Whose turn it is: one after the other, a beat apart.
private struct DueTurns: Sendable {
    let start: UInt64
    let beat: UInt64
    let actors: Int

    func isDue(_ number: Int, at now: UInt64, _ tally: inout MapTally) -> Bool {
        let due = Int((now - min(now, start)) / beat)
        guard tally.turn < due, tally.turn % actors == number else { return false }
        tally.turn += 1
        return true
    }
}
