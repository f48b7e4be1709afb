package import Metering

/// What one of several nodes counts of the others, and of the bus to them.
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
