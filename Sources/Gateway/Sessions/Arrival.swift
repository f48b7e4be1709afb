/// When a message has come, and from where: how often somebody may do something goes by it.
package struct Arrival: Sendable {
    let uptime: Duration
    let network: UInt64

    /// - Parameters:
    ///   - uptime: time since some start, the same for all loops.
    ///   - network: the `networkKey` of the peer's address.
    package init(at uptime: Duration = .zero, from network: UInt64 = 0) {
        self.uptime = uptime
        self.network = network
    }
}
