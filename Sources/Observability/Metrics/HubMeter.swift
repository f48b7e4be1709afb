package import Kernel
package import Metering
package import Wire

/// The counts of the hub.
package final class HubMeter: Sendable {
    /// Sessions that are open now.
    package let sessions = Count()
    /// Users whom friends see online now.
    package let online = Count()
    /// Events that devices had missed when they came back.
    package let missed = Count()
    /// Sessions that were opened, by what the device was given.
    let resumed = Count()
    let snapshots = Count()
    let resets = Count()
    /// Comings and goings that friends could see.
    package let transitions = Count()
    /// Messages about them, each to one connection.
    package let notices = Count()
    /// How long the hub was busy with them, and with the rest of the batches that they were in.
    package let presenceNanoseconds = Count()
    package let lag = LagMeter()
    /// What users do.
    package let usage = UsageMeter()
    /// The counts about other nodes.
    package let nodes = NodeMeter()
    /// Cases of reports that wait for a decision.
    let casesOpen = Count()
    /// When the oldest of them was opened, in seconds since 1970; 0 without one.
    let oldestCase = Count()

    /// Nothing has happened yet.
    package init() {}

    /// Notes how many cases wait, and since when.
    package func casesWait(_ count: Int, since: Moment?) {
        casesOpen.set(count)
        oldestCase.set(Int((since?.unixMilliseconds ?? 0) / 1_000))
    }

    /// Counts a session by its answer.
    package func opened(_ session: SessionOpened) {
        if session.reset {
            resets.add()
        } else if session.hasSnapshot {
            snapshots.add()
        } else {
            resumed.add()
        }
    }

    /// The cost of presence so far.
    package var presence: PresenceCost {
        PresenceCost(
            transitionCount: transitions.current, noticeCount: notices.current,
            busy: .nanoseconds(presenceNanoseconds.current))
    }
}

/// The cost of presence.
package struct PresenceCost: Equatable, Sendable {
    /// Comings and goings that friends could see.
    package var transitionCount = 0
    /// Messages about them, each to one connection.
    package var noticeCount = 0
    /// How long the hub was busy with them, and with the rest of the batches that they were in.
    package var busy = Duration.zero

    /// A cost.
    package init(
        transitionCount: Int = 0, noticeCount: Int = 0, busy: Duration = .zero
    ) {
        (self.transitionCount, self.noticeCount) = (transitionCount, noticeCount)
        self.busy = busy
    }

    /// The cost since an earlier moment.
    package static func - (now: PresenceCost, before: PresenceCost) -> PresenceCost {
        PresenceCost(
            transitionCount: now.transitionCount - before.transitionCount,
            noticeCount: now.noticeCount - before.noticeCount, busy: now.busy - before.busy)
    }
}

/// The counts of one of several nodes, about the others and about the bus to them.
package final class NodeMeter: Sendable {
    /// Messages for other nodes that the bus took, and those that it could not carry.
    package let sent = Count()
    package let lost = Count()
    /// Messages of other nodes.
    package let received = Count()
    /// Users whose messages are brought here.
    package let follows = Count()
    /// How often the bus went away.
    package let outages = Count()
    /// 1 while the bus is away.
    package let isDown = Count()
    /// Nodes that are alive, this one too; 0 when it is alone.
    package let alive = Count()
    /// Other nodes that are alive.
    package var otherCount: Int { max(0, alive.current - 1) }
    /// 1 while the chores of all are this one's.
    package let chores = Count()
    /// From when another node wrote a signal until it was read here.
    package let signalLag = Histogram()

    /// Nothing has happened yet.
    package init() {}
}

/// The outcomes of notifications on one of the ways by which they leave, or at the desk before
/// them.
package final class NotifierMeter: Sendable {
    /// As the event log has it.
    package let name: String
    package let delivered = Count()
    package let failed = Count()
    package let dropped = Count()

    /// - Parameter name: of the way.
    package init(_ name: String) {
        self.name = name
    }
}
