/// What requests over HTTP cost.
struct WebReport: Report {
    /// Requests of one kind.
    struct Phase: Encodable {
        let perSecond: Double
        /// Processor time of the server for each; nil when its process is not known.
        let cpuMicroseconds: Double?
        let answers: Latencies
    }

    /// One server.
    struct Line: Encodable {
        let server: String
        let reads: Phase
        let writes: Phase
        /// Private memory of each connection that waits; nil without such.
        let bytesPerIdleConnection: Double?
        /// Idle connections that were answered afterwards.
        let idleAnswered: Int
    }

    let connections: Int
    let active: Int
    let lines: [Line]
    /// Of a commit in plain C; nil when it was not measured.
    let cpuMicrosecondsPerCommit: Double?

    var columns: [String] {
        [
            "http \(active) of \(connections)", "reads/s", "cpu µs a read", "writes/s",
            "cpu µs a write", "bytes an idle one", "idle answered",
        ]
    }

    var rows: [[String]] {
        lines.map { line in
            [
                line.server, line.reads.perSecond.digits(0), line.reads.cpuMicroseconds.digits(1),
                line.writes.perSecond.digits(0), line.writes.cpuMicroseconds.digits(1),
                line.bytesPerIdleConnection.digits(0), "\(line.idleAnswered)",
            ]
        }
    }

    var times: [(name: String, took: Latencies)] {
        lines.flatMap { line in
            [
                ("read, \(line.server)", line.reads.answers),
                ("write, \(line.server)", line.writes.answers),
            ]
        }
    }

    var remarks: [String] {
        guard let ours = lines.first else { return [] }
        var remarks: [String] = []
        for other in lines.dropFirst() {
            if let ratio = Self.ratio(ours.reads, other.reads.cpuMicroseconds) {
                let verdict = ratio <= 0.2 ? "reached" : "missed"
                remarks.append(
                    "a read: \(ratio.digits(2)) of \(other.server)'s processor time; "
                        + "goal 0.20: \(verdict)")
            }
            if let ratio = Self.ratio(ours.writes, other.writes.cpuMicroseconds) {
                remarks.append("a write: \(ratio.digits(2)) of \(other.server)'s processor time")
            }
        }
        if let commit = cpuMicrosecondsPerCommit,
            let ratio = Self.ratio(ours.writes, commit)
        {
            remarks.append(
                "a write: \(ratio.digits(2)) of a commit alone in plain C (\(commit.digits(0)) µs)")
        }
        return remarks
    }

    private static func ratio(_ ours: Phase, _ other: Double?) -> Double? {
        guard let own = ours.cpuMicroseconds, let other, other > 0 else { return nil }
        return own / other
    }
}
