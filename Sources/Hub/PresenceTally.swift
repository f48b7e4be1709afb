import Metering
import Observability

/// What presence costs, for the event log.
struct PresenceTally: Sendable {
    /// How far apart the log hears of it.
    static let distance = Duration.seconds(10)

    /// What the log has heard of.
    var told = PresenceCost()
    /// When it is to hear of the rest.
    var due: Duration?
}

extension HubCore {
    /// Counts what an input has cost that had to do with presence.
    package mutating func spent(_ duration: Duration) {
        meter.presenceNanoseconds.add(duration.wholeNanoseconds)
        if tally.due == nil { tally.due = now.uptime + PresenceTally.distance }
    }

    /// How much was done for presence so far: an input that changes it costs something.
    package var presenceWorkCount: Int { meter.transitions.current + meter.notices.current }

    mutating func tellTally(atOnce: Bool = false) {
        let cost = meter.presence - tally.told
        guard cost.transitionCount > 0 || cost.noticeCount > 0 else { return }
        let due = tally.due ?? now.uptime + PresenceTally.distance
        tally.due = due
        guard due <= now.uptime || atOnce else { return }
        log.write(
            .presenceTally, .count(cost.transitionCount), .notices(cost.noticeCount),
            .duration(cost.busy))
        tally = PresenceTally(told: meter.presence)
    }
}
