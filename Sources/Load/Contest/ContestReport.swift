/// What echoing costs each server, and how they compare.
struct EchoReport: Report {
    /// One server.
    struct Line: Encodable {
        let server: String
        /// The median of the rounds.
        let messagesPerSecond: Double
        /// Of all rounds together.
        let p50Microseconds: Double
        let p99Microseconds: Double
        /// The least of the rounds: what disturbs a machine only ever adds.
        let cpuMicrosecondsPerMessage: Double

        init(_ server: String, _ rounds: [EchoRound]) {
            self.server = server
            var latencies = Latencies()
            for round in rounds { latencies.add(round.latencies) }
            let speeds = rounds.map(\.messagesPerSecond).sorted()
            messagesPerSecond = speeds.isEmpty ? 0 : speeds[speeds.count / 2]
            p50Microseconds = latencies.microseconds(percentile: 50)
            p99Microseconds = latencies.microseconds(percentile: 99)
            cpuMicrosecondsPerMessage = rounds.map(\.cpuMicrosecondsPerMessage).min() ?? 0
        }
    }

    let connections: Int
    let depth: Int
    let bytes: Int
    let servers: [Line]
    /// Processor time a message: the first server's over the last one's, if there are two.
    let ratio: Double?

    init(_ plan: EchoRound.Plan, _ servers: [Line]) {
        (connections, depth, bytes) = (plan.connections, plan.depth, plan.bytes)
        self.servers = servers
        guard servers.count > 1, let first = servers.first, let last = servers.last else {
            ratio = nil
            return
        }
        ratio = first.cpuMicrosecondsPerMessage / last.cpuMicrosecondsPerMessage
    }

    var columns: [String] {
        ["echo \(connections) × \(depth), \(bytes) B", "messages/s", "p50 µs", "p99 µs", "cpu µs"]
    }

    var rows: [[String]] {
        servers.map { line in
            [
                line.server, line.messagesPerSecond.digits(0), line.p50Microseconds.digits(0),
                line.p99Microseconds.digits(0), line.cpuMicrosecondsPerMessage.digits(2),
            ]
        }
    }

    var remarks: [String] {
        ratio.map { ["server CPU a message: \($0.digits(2)) of C"] } ?? []
    }
}
