/// What a stretch of chatting came to.
struct ChatOutcome: Sendable {
    /// All figures of one moment.
    struct Mark: Sendable {
        let time: UInt64
        let cpu: UInt64
        let tally: ChatTally
    }

    /// Messages that were acknowledged in it.
    let messageCount: Int
    let seconds: Double
    let cpuNanoseconds: UInt64
    let acks: Latencies
    let deliveries: Latencies
    let audit: ChatAudit

    init(from start: Mark, to end: Mark, _ audit: ChatAudit) {
        messageCount = end.tally.ackedCount - start.tally.ackedCount
        seconds = Double(end.time - start.time) / 1e9
        cpuNanoseconds = end.cpu - start.cpu
        acks = end.tally.acks
        deliveries = end.tally.deliveries
        self.audit = audit
    }
}
