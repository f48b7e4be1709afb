/// The protocol above the bytes of a loop's connections.
///
/// One handler serves one loop and is called on that loop only, so it needs no locks. It receives
/// events and reacts by calling the loop. The loop never calls back from within such a call: the
/// consequences follow later in the same turn, or in the next.
///
/// Conforming classes are `final`.
public protocol ConnectionHandler: AnyObject, SendableMetatype {
    /// Whether a peer that has just connected may stay, by its address alone.
    ///
    /// Called before anything else, so that the handler also counts peers that are never `opened`,
    /// and those that are closing. A refused peer takes no place in the loop.
    ///
    /// - Parameter connection: the identifier of the peer if it is admitted; after a refusal the
    ///   next peer gets it.
    func admission(
        of peer: SocketAddress, as connection: ConnectionID, on loop: isolated EventLoop<Self>
    ) -> Admission

    /// The socket of an admitted peer is closed. Called exactly once for each, and after `closed`
    /// if it was `opened`.
    ///
    /// - Parameters:
    ///   - connection: its former identifier.
    ///   - network: the `networkKey` of the peer's address, or of the one that it was attributed
    ///     to.
    ///   - closure: how it ended; nil: before the end of its TLS handshake, so it was never
    ///     `opened`.
    func departed(
        _ connection: ConnectionID, from network: UInt64, after closure: Closure?,
        on loop: isolated EventLoop<Self>)

    /// A peer has connected, or a `connect` of ours has succeeded, including the handshake with
    /// TLS.
    func opened(_ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<Self>)

    /// Bytes have arrived.
    ///
    /// - Parameter bytes: the loop's own read buffer: valid during the call, at most 64 KiB, never
    ///   empty, and free to be changed in place.
    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<Self>)

    /// The peer has ended its stream, but may still read ours. Closes by default.
    func finished(_ connection: ConnectionID, on loop: isolated EventLoop<Self>)

    /// The deadline of the connection has passed, and is cleared.
    func expired(_ connection: ConnectionID, on loop: isolated EventLoop<Self>)

    /// The connection has ended. Called exactly once for each `opened`, and for each `connect` that
    /// failed. The identifier is dead afterwards.
    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<Self>)

    /// All events of the turn have been delivered; output sent now still leaves with this turn's
    /// writes.
    func turnEnded(on loop: isolated EventLoop<Self>)

    /// The turn's output has been offered to the kernel, and nothing more is sent in it.
    func turnWritten(on loop: isolated EventLoop<Self>)

    /// No output waits for the peer any more. Called once for each `notifyWhenDrained`.
    func drained(_ connection: ConnectionID, on loop: isolated EventLoop<Self>)

    /// The peer's rest is over: see `EventLoop.rest`.
    func rested(_ connection: ConnectionID, on loop: isolated EventLoop<Self>)

    /// The peer has not taken its output for too long; `closed` with `.stalled` follows. For the
    /// log.
    func stalled(
        _ connection: ConnectionID, outboxBytes: Int, past limit: OutputLimit,
        on loop: isolated EventLoop<Self>)

    /// A peer was disconnected before it was `opened`, because its TLS handshake failed. For the
    /// log. Any peer can cause this, as often as it connects.
    func handshakeFailed(
        _ failure: HandshakeFailure, peer: SocketAddress, on loop: isolated EventLoop<Self>)

    /// The loop has paused accepting, or found after a pause that it still cannot accept.
    func acceptPaused(_ pause: AcceptPause, on loop: isolated EventLoop<Self>)

    /// The loop accepts again. For the log.
    func acceptResumed(on loop: isolated EventLoop<Self>)
}

extension ConnectionHandler {
    /// Admits every peer.
    public func admission(
        of peer: SocketAddress, as connection: ConnectionID, on loop: isolated EventLoop<Self>
    ) -> Admission { .admitted }

    /// Nothing: for handlers that do not count peers.
    public func departed(
        _ connection: ConnectionID, from network: UInt64, after closure: Closure?,
        on loop: isolated EventLoop<Self>
    ) {}

    /// Closes, so that a handler without support for half-closed connections never meets one.
    public func finished(_ connection: ConnectionID, on loop: isolated EventLoop<Self>) {
        loop.close(connection)
    }

    /// Nothing: for handlers that never ask for it.
    public func drained(_ connection: ConnectionID, on loop: isolated EventLoop<Self>) {}

    /// Nothing: for handlers that never rest a peer.
    public func rested(_ connection: ConnectionID, on loop: isolated EventLoop<Self>) {}

    /// Nothing: for handlers that set no deadlines.
    public func expired(_ connection: ConnectionID, on loop: isolated EventLoop<Self>) {}

    /// Nothing.
    public func turnEnded(on loop: isolated EventLoop<Self>) {}

    /// Nothing.
    public func turnWritten(on loop: isolated EventLoop<Self>) {}

    /// Nothing.
    public func stalled(
        _ connection: ConnectionID, outboxBytes: Int, past limit: OutputLimit,
        on loop: isolated EventLoop<Self>
    ) {}

    /// Nothing.
    public func handshakeFailed(
        _ failure: HandshakeFailure, peer: SocketAddress, on loop: isolated EventLoop<Self>
    ) {}

    /// Nothing.
    public func acceptPaused(_ pause: AcceptPause, on loop: isolated EventLoop<Self>) {}

    /// Nothing.
    public func acceptResumed(on loop: isolated EventLoop<Self>) {}
}

/// Whether a peer that has just connected may stay.
public enum Admission: Sendable, Equatable {
    /// It has a place until its socket is closed.
    case admitted
    /// It has a place, as a proxy of ours: the clients behind it are not limited to one network's
    /// share of the handshakes.
    case admittedProxy
    /// It has no place. A peer that certainly speaks no TLS receives an answer of a few hundred
    /// bytes at most. Any other is reset, because plain text would be noise to it.
    case refused(saying: [UInt8])
}

/// Why a loop has paused accepting.
public enum AcceptPause: Sendable, Equatable {
    /// The loop holds as many connections as its limits allow.
    case connectionsMax
    /// The system is out of descriptors or memory: `EMFILE`, `ENFILE`, `ENOBUFS` or `ENOMEM`.
    /// `EMFILE` also reports that only descriptors reserved for other uses are left.
    case exhausted(errno: Int32)
}

/// How a connection ended.
public enum Closure: Sendable, Equatable {
    /// We closed or aborted it.
    case byUs
    /// The peer ended its stream first, and then we closed.
    case byPeer
    /// It broke while it was open; `errno` says how (`ECONNRESET`, `EPIPE`, `ETIMEDOUT` …).
    case reset(errno: Int32)
    /// A connection of ours was never made.
    case failed(errno: Int32)
    /// A connection of ours was made, but not over TLS as it should; the reason is for a person.
    case insecure(reason: String)
    /// The peer sent more than `LoopLimits.postHandshakeMax` handshake messages after its
    /// handshake.
    case flooded
    /// The peer took none of its output for as long as the limit allows, or had not taken all of it
    /// when the limit of a close passed.
    case stalled
}

/// Why a TLS handshake failed.
public struct HandshakeFailure: Sendable, Equatable {
    /// In our words and OpenSSL's; it contains nothing from the peer.
    public let reason: String
    /// The limit that has passed, if that was the cause.
    public let limit: Limit?

    /// A limit on time, of `LoopLimits`.
    public enum Limit: Sendable {
        /// `handshakeLimit`
        case handshake
        /// `handshakePatience`, while others waited.
        case patience
    }
}

/// The limit on output that has passed; all are in `LoopLimits`.
public enum OutputLimit: Sendable {
    /// `stallLimit`: the peer took nothing for that long.
    case stall
    /// `flushLimit`: the output that waited at a close did not all leave in time.
    case flush
    /// `heldBytesMax`: too much output waited for all peers together, most of it for this one.
    case held
}
