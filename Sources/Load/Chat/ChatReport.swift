/// What durable chat costs.
struct ChatReport: Report {
    let senders: Int
    let inFlight: Int
    let format: String
    let messages: Int
    let messagesPerSecond: Double
    let acks: Latencies
    let deliveries: Latencies
    /// Nil when nobody knows what the server spends.
    let cpuMicrosecondsPerMessage: Double?
    /// To the friend and to the author.
    let cpuMicrosecondsPerDelivery: Double?
    let lost: Int
    let duplicated: Int
    let reordered: Int
    let complaints: [String]

    init(senders: Int, inFlight: Int, format: String, _ outcome: ChatOutcome) {
        (self.senders, self.inFlight, self.format) = (senders, inFlight, format)
        messages = outcome.messageCount
        messagesPerSecond = Double(outcome.messageCount) / outcome.seconds
        (acks, deliveries) = (outcome.acks, outcome.deliveries)
        cpuMicrosecondsPerMessage = outcome.cpuMicroseconds(each: outcome.messageCount)
        cpuMicrosecondsPerDelivery = outcome.cpuMicroseconds(each: outcome.deliveryCount)
        lost = outcome.audit.lostCount
        duplicated = outcome.audit.duplicateCount
        reordered = outcome.audit.reorderedCount
        complaints = outcome.audit.complaints
    }

    var columns: [String] {
        [
            "chat \(senders) × \(inFlight), \(format)", "messages/s", "cpu µs",
            "cpu µs a delivery", "lost", "doubled", "reordered",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", messagesPerSecond.digits(0), cpuMicrosecondsPerMessage.digits(1),
                cpuMicrosecondsPerDelivery.digits(1), "\(lost)", "\(duplicated)",
                "\(reordered)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] { [("ack", acks), ("delivery", deliveries)] }
}
