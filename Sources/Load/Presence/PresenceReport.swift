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
    /// Of those who came.
    let comings: Latencies
    let lost: Int
    let duplicated: Int
    let wrong: Int
    let complaints: [String]

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
        cpuMicrosecondsPerTold = cpuNanoseconds.microseconds(each: tally.toldCount)
        comings = tally.comings
        lost = tally.missingCount
        duplicated = tally.breaches.duplicateCount
        wrong = tally.breaches.otherCount
        var complaints: [String] = []
        if lost > 0 { complaints.append("BROKEN: \(lost) comings or goings were not told") }
        if let broken = tally.breaches.first {
            complaints.append("BROKEN: \(duplicated + wrong) times, the first: \(broken)")
        }
        self.complaints = complaints
    }

    var columns: [String] {
        [
            "presence \(users) × \(friends)", "visits/s", "told/s", "messages", "cpu µs", "lost",
            "doubled", "wrong",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", visitsPerSecond.digits(0), toldPerSecond.digits(0), "\(messages)",
                cpuMicrosecondsPerTold.digits(1), "\(lost)", "\(duplicated)", "\(wrong)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] { [("told", comings)] }
}
