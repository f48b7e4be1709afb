/// What presence costs, for the event log.
struct PresenceTally: Sendable {
    /// How far apart the log hears of it.
    static let distance = Duration.seconds(10)

    /// Comings and goings that friends could see.
    var transitionCount = 0
    /// Messages about them, each to one connection.
    var noticeCount = 0
    /// How long the hub was busy with them, and with what came in together with them.
    var busy = Duration.zero

    var isEmpty: Bool { transitionCount == 0 && noticeCount == 0 }
    /// Grows with all that is counted.
    var workCount: Int { transitionCount + noticeCount }
}

extension HubCore {
    /// Counts what an input has cost that had to do with presence.
    package mutating func spent(_ duration: Duration) {
        tally.busy += duration
        if tallyDue == nil { tallyDue = now.uptime + PresenceTally.distance }
    }

    /// How much was done for presence so far: an input that changes it costs something.
    package var presenceWorkCount: Int { tally.workCount }

    mutating func tellTally(atOnce: Bool = false) {
        if tallyDue == nil, !tally.isEmpty { tallyDue = now.uptime + PresenceTally.distance }
        guard let due = tallyDue, due <= now.uptime || atOnce, !tally.isEmpty else { return }
        log.write(
            .presenceTally, .count(tally.transitionCount), .notices(tally.noticeCount),
            .duration(tally.busy))
        (tally, tallyDue) = (PresenceTally(), nil)
    }
}
