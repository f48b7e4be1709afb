/// What presence costs, and how soon friends are told.
struct PresenceReport: Report {
    let users: Int
    let friends: Int
    let visits: Int
    let visitsPerSecond: Double
    /// Friends told of one who came or went.
    let told: Int
    let toldPerSecond: Double
    let messages: Int
    /// Processor time of the server, all told: the visitors' connections and sessions, too.
    let cpuMicrosecondsPerTold: Double
    let toldP50Microseconds: Double
    let toldP99Microseconds: Double
    let lost: Int
    let wrong: Int
    let remarks: [String]

    init(
        _ plan: PresencePlan, _ tally: PresenceTally, messagesBefore: Int, nanoseconds: UInt64,
        cpuNanoseconds: UInt64
    ) {
        let seconds = Double(nanoseconds) / 1e9
        users = plan.population.size
        friends = plan.population.friendCount
        visits = plan.visitCount
        visitsPerSecond = Double(plan.visitCount) / seconds
        told = tally.toldCount
        toldPerSecond = Double(tally.toldCount) / seconds
        messages = tally.messageCount - messagesBefore
        cpuMicrosecondsPerTold = Double(cpuNanoseconds) / 1e3 / Double(max(1, tally.toldCount))
        toldP50Microseconds = tally.comings.microseconds(percentile: 50)
        toldP99Microseconds = tally.comings.microseconds(percentile: 99)
        lost = tally.missingCount
        wrong = tally.brokenCount
        var remarks: [String] = []
        if lost > 0 { remarks.append("BROKEN: \(lost) comings or goings were not told") }
        if let broken = tally.firstBroken {
            remarks.append("BROKEN: \(wrong) times, the first: \(broken)")
        }
        self.remarks = remarks
    }

    var columns: [String] {
        [
            "presence \(users) × \(friends)", "visits/s", "told/s", "messages", "cpu µs",
            "told p50 µs", "p99 µs", "lost", "wrong",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", visitsPerSecond.digits(0), toldPerSecond.digits(0), "\(messages)",
                cpuMicrosecondsPerTold.digits(1), toldP50Microseconds.digits(0),
                toldP99Microseconds.digits(0), "\(lost)", "\(wrong)",
            ]
        ]
    }
}
