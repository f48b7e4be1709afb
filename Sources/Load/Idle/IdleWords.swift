/// What came of it when each of those who had been idle said one thing: they are all there still.
struct IdleWords: Sendable {
    let deliveryCount: Int
    let lostCount: Int
    let duplicateCount: Int
    /// What went wrong, a line for each kind.
    let complaints: [String]
    let cpuNanoseconds: UInt64
    /// From saying it until it came.
    let deliveries: Latencies

    /// Processor time of the server for one that came.
    var cpuMicrosecondsPerDelivery: Double {
        cpuNanoseconds.microseconds(each: deliveryCount)
    }
}

extension IdleWords {
    /// Of echoes.
    init(_ tally: RoundTally, cpuNanoseconds: UInt64) {
        let (lost, doubled) = (tally.lostCount, tally.doubledCount)
        self.init(
            deliveryCount: tally.count, lostCount: lost, duplicateCount: doubled,
            complaints: lost + doubled > 0 ? ["BROKEN: lost \(lost), doubled \(doubled)"] : [],
            cpuNanoseconds: cpuNanoseconds, deliveries: tally.latencies)
    }

    /// Of friends.
    init(_ outcome: ChatOutcome) {
        self.init(
            deliveryCount: outcome.deliveryCount, lostCount: outcome.audit.lostCount,
            duplicateCount: outcome.audit.duplicateCount, complaints: outcome.audit.complaints,
            cpuNanoseconds: outcome.cpuNanoseconds ?? 0, deliveries: outcome.deliveries)
    }
}
