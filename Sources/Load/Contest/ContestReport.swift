/// What some work costs each server, and how they compare.
struct ContestReport: Report {
    /// One server.
    struct Line: Encodable {
        let server: String
        /// All that it sent, in all rounds.
        let messages: Int
        /// The median of the rounds.
        let perSecond: Double
        /// Of all rounds together.
        let latencies: Latencies
        /// The least of the rounds: what disturbs a machine only ever adds. Nil when nobody knows
        /// what the server spends.
        let cpuMicroseconds: Double?
        /// What the server sent, framing included.
        let bytes: Double
        let lost: Int
        let duplicated: Int

        init(_ server: String, _ rounds: [Round]) {
            self.server = server
            messages = rounds.reduce(0) { $0 + $1.messageCount }
            latencies = rounds.reduce(into: Latencies()) { $0.add($1.latencies) }
            let speeds = rounds.map(\.messagesPerSecond).sorted()
            perSecond = speeds.isEmpty ? 0 : speeds[speeds.count / 2]
            cpuMicroseconds = rounds.compactMap(\.cpuMicrosecondsPerMessage).min()
            bytes = rounds.map(\.bytesPerMessage).min() ?? 0
            lost = rounds.reduce(0) { $0 + $1.lostCount }
            duplicated = rounds.reduce(0) { $0 + $1.doubledCount }
        }
    }

    /// What is counted.
    enum Unit: String, Encodable {
        case message, delivery

        var plural: String { self == .message ? "messages" : "deliveries" }
    }

    /// Like `echo 64 × 1, 64 B`.
    let work: String
    let unit: Unit
    /// Ours first.
    let servers: [Line]

    /// Processor time of ours as a share of another's; nil when that one did not take part.
    func ratio(to name: String) -> Double? {
        let others = servers.dropFirst()
        let other = others.first { $0.server == name }
        guard let ours = servers.first?.cpuMicroseconds, let theirs = other?.cpuMicroseconds
        else { return nil }
        return ours / theirs
    }

    var columns: [String] {
        [work, "\(unit.plural)/s", "bytes", "cpu µs", "lost", "doubled"]
    }

    var rows: [[String]] {
        servers.map { line in
            [
                line.server, line.perSecond.digits(0), line.bytes.digits(0),
                line.cpuMicroseconds.digits(2), "\(line.lost)", "\(line.duplicated)",
            ]
        }
    }

    var times: [(name: String, took: Latencies)] { servers.map { ($0.server, $0.latencies) } }

    var remarks: [String] {
        let ratios = servers.dropFirst().compactMap { line in
            ratio(to: line.server).map { "\($0.digits(2)) of \(line.server)" }
        }
        return ratios.isEmpty ? [] : ["server CPU a \(unit): \(ratios.joined(separator: ", "))"]
    }

    var complaints: [String] {
        servers.filter { $0.lost + $0.duplicated > 0 }.map { line in
            "BROKEN: \(line.server) lost \(line.lost), doubled \(line.duplicated)"
        }
    }
}
