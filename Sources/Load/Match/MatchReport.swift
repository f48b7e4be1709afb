/// What toggles cost, and how soon both are told.
struct MatchReport: Report {
    let users: Int
    let friends: Int
    let activePercent: Int
    let toggles: Int
    let togglesPerSecond: Double
    let cpuMicrosecondsPerToggle: Double
    let noticesPerToggle: Double
    /// To whoever is there.
    let cpuMicrosecondsPerNotice: Double
    let answers: Latencies
    let pairs: Int
    /// Both of a pair.
    let told: Latencies
    let lost: Int
    let duplicated: Int
    let wrong: Int
    let complaints: [String]

    init(_ run: MatchRun, _ outcome: MatchOutcome) {
        let tally = outcome.tally
        users = run.population.size
        friends = run.population.friendCount
        activePercent = run.population.activePercent
        toggles = tally.toggleCount
        togglesPerSecond = Double(tally.toggleCount) / outcome.seconds
        cpuMicrosecondsPerToggle = outcome.cpuMicrosecondsPerToggle
        noticesPerToggle = Double(tally.deliveredCount) / Double(max(1, tally.toggleCount))
        cpuMicrosecondsPerNotice = outcome.cpuNanoseconds.microseconds(each: tally.deliveredCount)
        (answers, told) = (tally.answers, tally.told)
        pairs = tally.told.count
        lost = tally.missingCount
        duplicated = tally.breaches.duplicateCount
        wrong = tally.breaches.otherCount
        complaints = outcome.complaints
    }

    var columns: [String] {
        [
            "match \(users) × \(friends), \(activePercent) % on", "toggles/s", "cpu µs",
            "notices", "cpu µs a notice", "pairs", "lost", "doubled", "wrong",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", togglesPerSecond.digits(0), cpuMicrosecondsPerToggle.digits(1),
                noticesPerToggle.digits(1), cpuMicrosecondsPerNotice.digits(1), "\(pairs)",
                "\(lost)", "\(duplicated)", "\(wrong)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] { [("answer", answers), ("both told", told)] }
}
