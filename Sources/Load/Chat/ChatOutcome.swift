/// What a stretch of chatting came to.
struct ChatOutcome: Sendable {
    /// All figures of one moment.
    struct Mark: Sendable {
        let time: UInt64
        let cpu: UInt64?
        let tally: ChatTally
    }

    /// Messages that were acknowledged in it.
    let messageCount: Int
    /// Deliveries of it, to authors and to friends.
    let deliveryCount: Int
    let seconds: Double
    /// Nil when nobody knows what the server spends.
    let cpuNanoseconds: UInt64?
    let acks: Latencies
    let deliveries: Latencies
    let audit: ChatAudit

    init(from start: Mark, to end: Mark, _ audit: ChatAudit) {
        messageCount = end.tally.ackedCount - start.tally.ackedCount
        deliveryCount = end.tally.deliveredCount - start.tally.deliveredCount
        seconds = Double(end.time - start.time) / 1e9
        cpuNanoseconds = end.cpu.flatMap { end in start.cpu.map { end - $0 } }
        acks = end.tally.acks
        deliveries = end.tally.deliveries
        self.audit = audit
    }

    /// Processor time of the server for one of so many.
    func cpuMicroseconds(each count: Int) -> Double? {
        cpuNanoseconds?.microseconds(each: count)
    }
}
