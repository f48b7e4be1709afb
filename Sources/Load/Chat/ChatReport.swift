/// What durable chat costs.
struct ChatReport: Report {
    let senders: Int
    let inFlight: Int
    let format: String
    let messages: Int
    let messagesPerSecond: Double
    let ackP50Microseconds: Double
    let ackP99Microseconds: Double
    let deliveryP50Microseconds: Double
    let deliveryP99Microseconds: Double
    let cpuMicrosecondsPerMessage: Double
    let lost: Int
    let duplicated: Int
    let reordered: Int
    let remarks: [String]

    init(senders: Int, inFlight: Int, format: String, _ outcome: ChatOutcome) {
        (self.senders, self.inFlight, self.format) = (senders, inFlight, format)
        messages = outcome.messageCount
        messagesPerSecond = Double(outcome.messageCount) / outcome.seconds
        ackP50Microseconds = outcome.acks.microseconds(percentile: 50)
        ackP99Microseconds = outcome.acks.microseconds(percentile: 99)
        deliveryP50Microseconds = outcome.deliveries.microseconds(percentile: 50)
        deliveryP99Microseconds = outcome.deliveries.microseconds(percentile: 99)
        cpuMicrosecondsPerMessage =
            Double(outcome.cpuNanoseconds) / 1e3 / Double(max(1, outcome.messageCount))
        lost = outcome.audit.lostCount
        duplicated = outcome.audit.duplicateCount
        reordered = outcome.audit.reorderedCount
        remarks = outcome.audit.complaints
    }

    var columns: [String] {
        [
            "chat \(senders) × \(inFlight), \(format)", "messages/s", "ack p50 µs", "p99 µs",
            "delivery p50 µs", "p99 µs", "cpu µs", "lost", "doubled", "reordered",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", messagesPerSecond.digits(0), ackP50Microseconds.digits(0),
                ackP99Microseconds.digits(0), deliveryP50Microseconds.digits(0),
                deliveryP99Microseconds.digits(0), cpuMicrosecondsPerMessage.digits(1),
                "\(lost)", "\(duplicated)", "\(reordered)",
            ]
        ]
    }
}
