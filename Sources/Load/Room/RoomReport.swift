/// What it costs to tell many devices the same.
struct RoomReport: Report {
    let devices: Int
    let messages: Int
    let messagesPerSecond: Double
    let deliveries: Int
    let cpuMicrosecondsPerMessage: Double
    /// All told: the message's own transaction, too.
    let cpuMicrosecondsPerDelivery: Double
    let answered: Latencies
    let delivered: Latencies
    let lost: Int
    let duplicated: Int
    let reordered: Int
    let complaints: [String]

    init(_ run: RoomRun, _ stretch: LifeStretch, _ memory: LifeTally) {
        let audit = LifeAudit([memory])
        devices = run.devices
        messages = stretch.ackedCount
        messagesPerSecond = Double(stretch.ackedCount) / Double(run.seconds)
        deliveries = stretch.deliveredCount
        cpuMicrosecondsPerMessage = stretch.cpuMicroseconds(each: stretch.ackedCount)
        cpuMicrosecondsPerDelivery = stretch.cpuMicroseconds(each: stretch.deliveredCount)
        (answered, delivered) = (memory.answers, memory.deliveries)
        lost = audit.lostCount
        duplicated = audit.duplicateCount
        reordered = audit.reorderedCount
        complaints = audit.complaints
    }

    var columns: [String] {
        [
            "room of \(devices) devices", "messages/s", "deliveries", "cpu µs a message",
            "cpu µs a delivery", "lost", "doubled", "reordered",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", messagesPerSecond.digits(0), "\(deliveries)",
                cpuMicrosecondsPerMessage.digits(1), cpuMicrosecondsPerDelivery.digits(2),
                "\(lost)", "\(duplicated)", "\(reordered)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] {
        [("ack", answered), ("delivery", delivered)]
    }
}
