import Wire

/// What signing in costs.
struct LoginReport: Report {
    let users: Int
    let friends: Int
    let format: String
    let signIns: Int
    let atOnce: Int
    let signInsPerSecond: Double
    /// Processor time of the server, the connection and its goodbye included.
    let cpuMicrosecondsPerSignIn: Double
    let answers: Latencies
    let snapshotBytes: Double
    let lost: Int
    let duplicated: Int
    let complaints: [String]

    init(_ run: LoginRun, _ tally: LoginTally, nanoseconds: UInt64, cpuNanoseconds: UInt64) {
        let count = Double(max(1, run.count))
        users = run.population.size
        friends = run.population.friendCount
        format = run.format == .json ? "json" : "binary"
        signIns = tally.signIns.count
        atOnce = run.atOnce
        signInsPerSecond = Double(tally.signIns.count) / (Double(nanoseconds) / 1e9)
        cpuMicrosecondsPerSignIn = cpuNanoseconds.microseconds(each: run.count)
        answers = tally.signIns
        snapshotBytes = Double(tally.snapshotBytes) / count
        let wrong = tally.friendCounts.subtracting([friends]).sorted()
        lost = run.count - tally.signIns.count
        duplicated = tally.duplicateCount
        complaints =
            (wrong.isEmpty ? [] : ["BROKEN: snapshots with \(wrong) friends"])
            + (lost > 0 ? ["BROKEN: \(lost) sign-ins without an answer"] : [])
            + (duplicated > 0 ? ["BROKEN: \(duplicated) sign-ins answered again"] : [])
    }

    var columns: [String] {
        [
            "login \(users) × \(friends), \(atOnce) at once, \(format)", "sign-ins/s",
            "cpu µs", "answer bytes", "lost", "doubled",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", signInsPerSecond.digits(0), cpuMicrosecondsPerSignIn.digits(1),
                snapshotBytes.digits(0), "\(lost)", "\(duplicated)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] { [("answer", answers)] }
}
