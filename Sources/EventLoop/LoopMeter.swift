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
