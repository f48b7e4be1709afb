/// One stretch of echoing against one server.
struct EchoRound: Sendable {
    let messagesPerSecond: Double
    let cpuMicrosecondsPerMessage: Double
    let latencies: Latencies

    /// What is asked of it.
    struct Plan: Sendable {
        let connections: Int
        let depth: Int
        let bytes: Int
        let warmUpMilliseconds: Int
        let milliseconds: Int
    }

    private struct Mark: Sendable {
        let time: UInt64
        let cpu: UInt64
        let tally: EchoMember.Tally
    }

    /// Connects, warms up, measures, and hangs up.
    static func measure(
        _ plan: Plan, _ target: Target, _ meter: ProcessMeter, name: String, _ progress: Progress
    ) async throws(LoadFailure) -> EchoRound {
        let message = EchoMember.Message(byteCount: plan.bytes)
        let crowd = try CrowdLoop(plan.connections, to: target, tally: EchoMember.Tally()) { _ in
            EchoMember(message, depth: plan.depth)
        }
        do throws(LoadFailure) {
            try await crowd.reach("\(name): connecting", plan.connections, .init(isQuiet: true)) {
                $0.openCount
            }
            try await crowd.work(
                "\(name): warming up", milliseconds: plan.warmUpMilliseconds, .init(isQuiet: true))
            let start = try await mark(crowd, meter)
            try await crowd.work("\(name): echoing", milliseconds: plan.milliseconds, progress)
            let round = try EchoRound(from: start, to: await mark(crowd, meter))
            await crowd.dismiss()
            return round
        } catch {
            await crowd.dismiss()
            throw error
        }
    }

    /// Reads all figures at one moment, and lets the latencies start anew.
    private static func mark(
        _ crowd: CrowdLoop<EchoMember>, _ meter: ProcessMeter
    ) async throws(LoadFailure) -> Mark {
        let mark = await crowd.ask { crowd, _ in
            let cpu = Result { () throws(LoadFailure) in try meter.cpuNanoseconds() }
            defer { crowd.tally.latencies.reset() }
            return (cpu, MonotonicClock.nanoseconds(), crowd.tally)
        }
        return Mark(time: mark.1, cpu: try mark.0.get(), tally: mark.2)
    }

    private init(from start: Mark, to end: Mark) throws(LoadFailure) {
        let count = end.tally.count - start.tally.count
        guard count > 0 else { throw LoadFailure("not one message came back") }
        guard end.tally.changedCount == 0 else {
            throw LoadFailure("\(end.tally.changedCount) messages came back changed")
        }
        messagesPerSecond = Double(count) / (Double(end.time - start.time) / 1e9)
        cpuMicrosecondsPerMessage = Double(end.cpu - start.cpu) / 1e3 / Double(count)
        latencies = end.tally.latencies
    }
}
