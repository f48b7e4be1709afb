public import Metering

/// What a loop counts as it goes; any thread may read it at any time.
public final class LoopMeter: Sendable {
    /// Connections that are open, opening or closing now.
    public let connections = Count()
    /// Bytes that wait now for peers to take them.
    public let outboxBytes = Count()
    let turns = Count()
    let reads = Count()
    let writes = Count()
    let bytesIn = Count()
    let bytesOut = Count()
    let accepted = Count()
    let handshakes = Count()
    let handshakesFailed = Count()
    let shed = Count()

    /// What has been done so far.
    public var counters: LoopCounters {
        LoopCounters(
            turns: turns.current, reads: reads.current, writes: writes.current,
            bytesIn: bytesIn.current, bytesOut: bytesOut.current, accepted: accepted.current,
            handshakes: handshakes.current, handshakesFailed: handshakesFailed.current,
            shed: shed.current)
    }
}

/// What a loop has done since it began, as of some moment.
public struct LoopCounters: Sendable, Equatable {
    /// Turns: wake-ups that had something to do.
    public let turns: Int
    /// Calls of `recv`.
    public let reads: Int
    /// Calls of `send`.
    public let writes: Int
    /// Bytes received.
    public let bytesIn: Int
    /// Bytes that the kernel took.
    public let bytesOut: Int
    /// Connections accepted and admitted.
    public let accepted: Int
    /// TLS handshakes of incoming connections that succeeded.
    public let handshakes: Int
    /// Incoming connections that were turned away because they never came to speak TLS.
    public let handshakesFailed: Int
    /// Connections turned away because descriptors had run out.
    public let shed: Int
}
