/// What some work costs each server, and how they compare.
struct ContestReport: Report {
    /// One server.
    struct Line: Encodable {
        let server: String
        /// The median of the rounds.
        let perSecond: Double
        /// Of all rounds together.
        let latencies: Latencies
        /// The least of the rounds: what disturbs a machine only ever adds.
        let cpuMicroseconds: Double
        /// What the server sent, framing included.
        let bytes: Double
        let lost: Int
        let duplicated: Int

        init(_ server: String, _ rounds: [Round]) {
            self.server = server
            latencies = rounds.reduce(into: Latencies()) { $0.add($1.latencies) }
            let speeds = rounds.map(\.messagesPerSecond).sorted()
            perSecond = speeds.isEmpty ? 0 : speeds[speeds.count / 2]
            cpuMicroseconds = rounds.map(\.cpuMicrosecondsPerMessage).min() ?? 0
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
        guard let ours = servers.first, let other = others.first(where: { $0.server == name })
        else { return nil }
        return ours.cpuMicroseconds / other.cpuMicroseconds
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
