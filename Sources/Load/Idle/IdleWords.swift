/// What came of it when each of those who had been idle said one thing: they are all there still.
struct IdleWords: Sendable {
    let deliveryCount: Int
    let lostCount: Int
    let duplicateCount: Int
    let cpuNanoseconds: UInt64
    /// From saying it until it came.
    let deliveries: Latencies

    /// Processor time of the server for one that came.
    var cpuMicrosecondsPerDelivery: Double {
        Double(cpuNanoseconds) / 1e3 / Double(max(1, deliveryCount))
    }
}

extension IdleWords {
    /// Of echoes.
    init(_ tally: RoundTally, cpuNanoseconds: UInt64) {
        self.init(
            deliveryCount: tally.count, lostCount: max(0, tally.dueCount - tally.count),
            duplicateCount: max(0, tally.count - tally.dueCount),
            cpuNanoseconds: cpuNanoseconds, deliveries: tally.latencies)
    }

    /// Of friends.
    init(_ outcome: ChatOutcome) {
        self.init(
            deliveryCount: outcome.deliveryCount, lostCount: outcome.audit.lostCount,
            duplicateCount: outcome.audit.duplicateCount,
            cpuNanoseconds: outcome.cpuNanoseconds ?? 0, deliveries: outcome.deliveries)
    }
}
