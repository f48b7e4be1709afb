/// What somebody who does nothing costs.
struct IdleReport: Report {
    /// One kind of idleness.
    struct Line: Encodable {
        let kind: String
        let server: String
        let connections: Int
        let bytesBefore: Int
        let bytesAfter: Int
        let bytesPerConnection: Double
        /// Of what each said afterwards.
        let cpuMicrosecondsPerDelivery: Double
        let deliveries: Latencies
        let lost: Int
        let duplicated: Int
        let complaints: [String]

        init(
            _ kind: String, of server: String, connections: Int, from before: Int, to after: Int,
            _ words: IdleWords
        ) {
            (self.kind, self.server, self.connections) = (kind, server, connections)
            (bytesBefore, bytesAfter) = (before, after)
            bytesPerConnection = Double(after - before) / Double(max(1, connections))
            cpuMicrosecondsPerDelivery = words.cpuMicrosecondsPerDelivery
            deliveries = words.deliveries
            (lost, duplicated) = (words.lostCount, words.duplicateCount)
            complaints = words.complaints
        }
    }

    let idle: [Line]

    var columns: [String] {
        [
            "idle", "server", "connections", "before KiB", "after KiB", "bytes each",
            "cpu µs a delivery", "lost", "doubled",
        ]
    }

    var rows: [[String]] {
        idle.map { line in
            [
                line.kind, line.server, "\(line.connections)", "\(line.bytesBefore / 1024)",
                "\(line.bytesAfter / 1024)", line.bytesPerConnection.digits(0),
                line.cpuMicrosecondsPerDelivery.digits(1), "\(line.lost)", "\(line.duplicated)",
            ]
        }
    }

    var times: [(name: String, took: Latencies)] {
        idle.map { ("\($0.kind), \($0.server)", $0.deliveries) }
    }

    var complaints: [String] {
        idle.flatMap { line in line.complaints.map { "\(line.kind), \(line.server): \($0)" } }
    }
}
