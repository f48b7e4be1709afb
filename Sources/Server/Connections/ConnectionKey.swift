import EventLoop

/// Names one connection among all loops.
struct ConnectionKey: Hashable, Sendable {
    /// The loop that owns it.
    let loop: Int
    /// The connection there.
    let connection: ConnectionID

    init(loop: Int, connection: ConnectionID) {
        self.loop = loop
        self.connection = connection
    }

    /// From the number that travels with a command.
    init(loop: Int, packed: UInt64) {
        self.loop = loop
        connection = ConnectionID(
            index: UInt32(truncatingIfNeeded: packed),
            generation: UInt32(truncatingIfNeeded: packed >> 32))
    }
}

extension ConnectionID {
    /// Index and generation in one number.
    var packed: UInt64 { UInt64(generation) << 32 | UInt64(index) }
}
