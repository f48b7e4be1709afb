import EventLoop

/// One stretch of a crowd's work against one server.
struct Round: Sendable {
    /// All that came, before and after what was measured, too.
    let messageCount: Int
    let messagesPerSecond: Double
    /// Nil when nobody knows what the server spends.
    let cpuMicrosecondsPerMessage: Double?
    /// What the server sent, framing included.
    let bytesPerMessage: Double
    let latencies: Latencies
    /// What was due on some connection and had not come there when all was quiet; and what came
    /// besides.
    let lostCount: Int
    let doubledCount: Int

    /// What is asked of it.
    struct Plan: Sendable {
        let connections: Int
        let warmUpMilliseconds: Int
        let milliseconds: Int
    }

    private struct Mark: Sendable {
        let time: UInt64
        let cpu: UInt64?
        let bytesIn: Int
        let tally: RoundTally
    }

    /// Connects, begins, warms up, measures, and hangs up.
    ///
    /// - Parameter makeMember: called with 0 up to one less than the connections, in order.
    static func measure<Member: RoundMember>(
        _ plan: Plan, _ contestant: Contestant, phase: String, _ progress: Progress,
        makeMember: @escaping @Sendable (Int) -> Member
    ) async throws(LoadFailure) -> Round {
        try await CrowdLoop(
            plan.connections, to: contestant.target, tally: RoundTally(), makeMember: makeMember
        ).whileThere { crowd throws(LoadFailure) in
            let quiet = Progress(isQuiet: true)
            try await crowd.reach("\(phase): connecting", plan.connections, quiet) { $0.openCount }
            await crowd.begin()
            try await crowd.work(
                "\(phase): warming up", milliseconds: plan.warmUpMilliseconds, quiet)
            let start = try await mark(crowd, contestant.server)
            try await crowd.work(phase, milliseconds: plan.milliseconds, progress)
            let end = try await mark(crowd, contestant.server)
            let last = try await crowd.finish("\(phase): the last", patience: 2000, quiet)
            return try Round(from: start, to: end, last: last)
        }
    }

    /// Reads all figures at one moment, and lets the latencies start anew.
    private static func mark<Member: RoundMember>(
        _ crowd: CrowdLoop<Member>, _ server: SubjectServer
    ) async throws(LoadFailure) -> Mark {
        let mark = await crowd.ask { crowd, loop in
            let cpu = Result { () throws(LoadFailure) in try server.cpuNanoseconds() }
            defer { crowd.tally.latencies.reset() }
            return (cpu, MonotonicClock.nanoseconds(), loop.counters.bytesIn, crowd.tally)
        }
        return Mark(time: mark.1, cpu: try mark.0.get(), bytesIn: mark.2, tally: mark.3)
    }

    private init(from start: Mark, to end: Mark, last: RoundTally) throws(LoadFailure) {
        let count = end.tally.count - start.tally.count
        guard count > 0 else { throw LoadFailure("not one message came back") }
        try last.requireUnchanged()
        messageCount = last.count
        messagesPerSecond = Double(count) / (Double(end.time - start.time) / 1e9)
        cpuMicrosecondsPerMessage = end.cpu.flatMap { end in
            start.cpu.map { (end - $0).microseconds(each: count) }
        }
        bytesPerMessage = Double(end.bytesIn - start.bytesIn) / Double(count)
        latencies = end.tally.latencies
        (lostCount, doubledCount) = (last.lostCount, last.doubledCount)
    }
}

extension Round.Plan {
    /// What all measurements of echoes ask for.
    init(connections: Int, seconds: Int) {
        self.init(
            connections: connections, warmUpMilliseconds: 300, milliseconds: seconds * 1000)
    }
}
