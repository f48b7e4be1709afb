package import EventLoop
package import Kernel

/// Names one connection among all loops.
package struct ConnectionKey: Hashable, Sendable {
    /// The loop that owns it.
    package let loop: Int
    /// The connection there.
    package let connection: ConnectionID

    package init(loop: Int, connection: ConnectionID) {
        self.loop = loop
        self.connection = connection
    }

    /// Where a command came from.
    package init(_ origin: Origin) {
        loop = origin.loop
        connection = ConnectionID(
            index: UInt32(truncatingIfNeeded: origin.connection),
            generation: UInt32(truncatingIfNeeded: origin.connection >> 32))
    }
}

extension ConnectionID {
    /// Index and generation in one number.
    package var packed: UInt64 { UInt64(generation) << 32 | UInt64(index) }
}
