/// What toggles cost, and how soon both are told.
struct MatchReport: Report {
    let users: Int
    let friends: Int
    let activePercent: Int
    let toggles: Int
    let togglesPerSecond: Double
    let cpuMicrosecondsPerToggle: Double
    let noticesPerToggle: Double
    let answerP50Microseconds: Double
    let answerP99Microseconds: Double
    let pairs: Int
    let toldP50Microseconds: Double
    let toldP99Microseconds: Double
    let lost: Int
    let wrong: Int
    let remarks: [String]

    init(_ run: MatchRun, _ outcome: MatchOutcome) {
        let tally = outcome.tally
        users = run.population.size
        friends = run.population.friendCount
        activePercent = run.population.activePercent
        toggles = tally.toggleCount
        togglesPerSecond = Double(tally.toggleCount) / outcome.seconds
        cpuMicrosecondsPerToggle = outcome.cpuMicrosecondsPerToggle
        noticesPerToggle = Double(tally.deliveredCount) / Double(max(1, tally.toggleCount))
        answerP50Microseconds = tally.answers.microseconds(percentile: 50)
        answerP99Microseconds = tally.answers.microseconds(percentile: 99)
        pairs = tally.told.count
        toldP50Microseconds = tally.told.microseconds(percentile: 50)
        toldP99Microseconds = tally.told.microseconds(percentile: 99)
        lost = tally.missingCount
        wrong = tally.brokenCount
        remarks = outcome.complaints
    }

    var columns: [String] {
        [
            "match \(users) × \(friends), \(activePercent) % on", "toggles/s", "cpu µs",
            "notices", "answer p50 µs", "p99 µs", "pairs", "both told p50 µs", "p99 µs", "lost",
            "wrong",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", togglesPerSecond.digits(0), cpuMicrosecondsPerToggle.digits(1),
                noticesPerToggle.digits(1), answerP50Microseconds.digits(0),
                answerP99Microseconds.digits(0), "\(pairs)", toldP50Microseconds.digits(0),
                toldP99Microseconds.digits(0), "\(lost)", "\(wrong)",
            ]
        ]
    }
}
