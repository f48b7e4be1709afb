/// What a usual day costs.
struct DayReport: Report {
    let users: Int
    let friends: Int
    let atOnce: Int
    /// What was done, and in which proportions.
    let percent: [String: Int]
    let visits: Int
    let deeds: Int
    let deedsPerSecond: Double
    let deliveries: Int
    /// All told: visits, presence, matches and the circle, too.
    let cpuMicrosecondsPerDeed: Double
    let cpuMicrosecondsPerDelivery: Double
    let cpuPercent: Double
    let resumes: Latencies
    let answers: Latencies
    let delivered: Latencies
    let lost: Int
    let duplicated: Int
    let reordered: Int
    let complaints: [String]

    init(_ plan: DayPlan, _ stretch: LifeStretch, _ lived: LifeTally, _ audit: LifeAudit) {
        users = plan.population.size
        friends = plan.population.friendCount
        atOnce = plan.atOnce
        percent = Dictionary(
            uniqueKeysWithValues: DayDeed.allCases.map { ($0.rawValue, $0.percent) })
        visits = lived.visitCount
        deeds = stretch.ackedCount
        deedsPerSecond = Double(stretch.ackedCount) / stretch.seconds
        deliveries = stretch.deliveredCount
        cpuMicrosecondsPerDeed = stretch.cpuMicroseconds(each: stretch.ackedCount)
        cpuMicrosecondsPerDelivery = stretch.cpuMicroseconds(each: stretch.deliveredCount)
        cpuPercent = Double(stretch.cpuNanoseconds) / 1e7 / stretch.seconds
        (resumes, answers, delivered) = (lived.resumes, lived.answers, lived.deliveries)
        lost = audit.lostCount
        duplicated = audit.duplicateCount
        reordered = audit.reorderedCount
        complaints = audit.complaints
    }

    var columns: [String] {
        [
            "day of \(users) × \(friends)", "visits", "deeds/s", "deliveries", "cpu µs a deed",
            "cpu µs a delivery", "cpu %", "lost", "doubled", "reordered",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", "\(visits)", deedsPerSecond.digits(0), "\(deliveries)",
                cpuMicrosecondsPerDeed.digits(1), cpuMicrosecondsPerDelivery.digits(1),
                cpuPercent.digits(1), "\(lost)", "\(duplicated)", "\(reordered)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] {
        [("resume", resumes), ("answer", answers), ("delivery", delivered)]
    }
}
