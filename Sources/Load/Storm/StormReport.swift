/// How a storm went over.
struct StormReport: Report {
    let people: Int
    let writers: Int
    /// Whether the server was killed and started anew, or only the connections were lost.
    let restarted: Bool
    let allBackSeconds: Double
    /// From the beginning until the last one is back, all told: what others write meanwhile, and
    /// friends who are told that somebody is there again.
    let cpuMicrosecondsPerResume: Double
    /// In the same time.
    let deliveries: Int
    let cpuMicrosecondsPerDelivery: Double
    /// Sessions that went on behind what was seen, and such as had to begin anew.
    let resumed: Int
    let reset: Int
    /// Events that were caught up with.
    let replayed: Int
    let messages: Int
    let lost: Int
    let duplicated: Int
    let reordered: Int
    let back: Latencies
    let resumes: Latencies
    let answers: Latencies
    let complaints: [String]

    init(
        _ run: StormRun, comers: LifeTally, writers: LifeTally, deliveries: Int,
        cpuNanoseconds: UInt64
    ) {
        let audit = LifeAudit([comers, writers])
        people = run.plan.count
        self.writers = run.plan.writerCount
        restarted = run.restart != nil
        allBackSeconds = comers.comings.microseconds(percentile: 100) / 1e6
        cpuMicrosecondsPerResume = cpuNanoseconds.microseconds(each: run.plan.count)
        self.deliveries = deliveries
        cpuMicrosecondsPerDelivery = cpuNanoseconds.microseconds(each: deliveries)
        (resumed, reset) = (comers.resumedCount, comers.resetCount)
        replayed = comers.replayedCount
        messages = writers.ackedCount
        lost = audit.lostCount
        duplicated = audit.duplicateCount
        reordered = audit.reorderedCount
        (back, resumes, answers) = (comers.comings, comers.resumes, writers.answers)
        complaints = audit.complaints
    }

    var columns: [String] {
        [
            "storm of \(people)\(restarted ? ", restarted" : "")", "all back s", "cpu µs a resume",
            "cpu µs a delivery", "resumed", "reset", "replayed", "messages", "lost", "doubled",
            "reordered",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", allBackSeconds.digits(2), cpuMicrosecondsPerResume.digits(1),
                cpuMicrosecondsPerDelivery.digits(1), "\(resumed)", "\(reset)", "\(replayed)",
                "\(messages)", "\(lost)", "\(duplicated)", "\(reordered)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] {
        [("back", back), ("resume", resumes), ("ack", answers)]
    }
}
