/// What a loop's connections mean: the protocol above the bytes.
///
/// One handler serves one loop and is called on that loop only, so it needs no locks. It is told
/// events; it answers by calling the loop, which never calls back in the middle of such a call:
/// what follows from it comes later in the same turn, or in the next.
///
/// Conforming classes are `final`.
public protocol ConnectionHandler: AnyObject, SendableMetatype {
    /// A peer has connected, and nothing is known of it but its address: whether it may stay.
    ///
    /// Asked before anything else, so that those are counted too who never come to be `opened`, and
    /// those who are on their way out. Whoever is refused takes no place in the loop.
    ///
    /// - Parameter connection: what the peer is if it is admitted; one that is refused leaves that
    ///   to the next.
    func admission(
        of peer: SocketAddress, as connection: ConnectionID, on loop: isolated EventLoop<Self>
    ) -> Admission

    /// The socket of a peer that was admitted is closed: told exactly once for each, and after
    /// `closed` if it was `opened`.
    ///
    /// - Parameters:
    ///   - connection: what it was.
    ///   - network: the `networkKey` of the peer's address, or of the one that it was attributed
    ///     to.
    ///   - closure: how it ended; nil: at a TLS door, and it was never `opened`.
    func departed(
        _ connection: ConnectionID, from network: UInt64, after closure: Closure?,
        on loop: isolated EventLoop<Self>)

    /// A peer has connected, or a `connect` of ours has succeeded; with TLS, its handshake too.
    func opened(_ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<Self>)

    /// Bytes have come.
    ///
    /// - Parameter bytes: the loop's own read buffer: valid during the call, at most 64 KiB, never
    ///   empty, and free to be changed in place.
    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<Self>)

    /// The peer has ended its stream, but may still read ours. By default: closes.
    func finished(_ connection: ConnectionID, on loop: isolated EventLoop<Self>)

    /// The deadline of the connection has passed; it is cleared.
    func expired(_ connection: ConnectionID, on loop: isolated EventLoop<Self>)

    /// The connection is over: told exactly once for each `opened`, and for each `connect` that
    /// failed. The identifier is dead afterwards.
    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<Self>)

    /// The turn's events have all been told; what is sent now still leaves in this turn's writes.
    func turnEnded(on loop: isolated EventLoop<Self>)

    /// What was sent in the turn has been offered to the kernel, and nothing more is sent in it.
    func turnWritten(on loop: isolated EventLoop<Self>)

    /// Nothing waits for the peer any more: told once for each `notifyWhenDrained`.
    func drained(_ connection: ConnectionID, on loop: isolated EventLoop<Self>)

    /// The time for which the peer was not read is over: see `EventLoop.rest`.
    func rested(_ connection: ConnectionID, on loop: isolated EventLoop<Self>)

    /// The peer has taken nothing, or not all of it, for too long; `closed` with `.stalled`
    /// follows. For the log.
    func stalled(
        _ connection: ConnectionID, outboxBytes: Int, past limit: OutputLimit,
        on loop: isolated EventLoop<Self>)

    /// A peer that has connected was turned away before it was `opened`, because no TLS handshake
    /// came about. For the log; whoever can connect can make this happen, as fast as he likes.
    ///
    func handshakeFailed(
        _ failure: HandshakeFailure, peer: SocketAddress, on loop: isolated EventLoop<Self>)

    /// The loop has stopped accepting for a moment, or found after it that it still cannot.
    func acceptPaused(_ pause: AcceptPause, on loop: isolated EventLoop<Self>)

    /// The loop accepts again. For the log.
    func acceptResumed(on loop: isolated EventLoop<Self>)
}

extension ConnectionHandler {
    /// Admits everybody.
    public func admission(
        of peer: SocketAddress, as connection: ConnectionID, on loop: isolated EventLoop<Self>
    ) -> Admission { .admitted }

    /// Nothing: for handlers that count nobody.
    public func departed(
        _ connection: ConnectionID, from network: UInt64, after closure: Closure?,
        on loop: isolated EventLoop<Self>
    ) {}

    /// Closes, so that a handler that knows no half-closed connections never meets one.
    public func finished(_ connection: ConnectionID, on loop: isolated EventLoop<Self>) {
        loop.close(connection)
    }

    /// Nothing: for handlers that never ask.
    public func drained(_ connection: ConnectionID, on loop: isolated EventLoop<Self>) {}

    /// Nothing: for handlers without rests.
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
    /// It has a place, until its socket is closed.
    case admitted
    /// The same, for a proxy of ours: the share of the handshakes that one network may have is not
    /// for all who are behind it.
    case admittedProxy
    /// It has none. A peer that surely speaks no TLS gets an answer of a few hundred bytes at most;
    /// any other is reset, since words in plain would be noise to it.
    case refused(saying: [UInt8])
}

/// Why a loop has stopped accepting for a moment.
public enum AcceptPause: Sendable, Equatable {
    /// The loop holds as many connections as its limits allow.
    case connectionsMax
    /// The system is out of descriptors or memory: `EMFILE`, `ENFILE`, `ENOBUFS` or `ENOMEM`. The
    /// first also says that only those are left which connections never get.
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
    /// The peer sent more than `LoopLimits.postHandshakeMax` handshake messages after its own.
    case flooded
    /// The peer took nothing of what waited for it for as long as the limit allows, or was still
    /// taking it when a close had waited for as long as its limit allows.
    case stalled
}

/// Why no TLS handshake came about.
public struct HandshakeFailure: Sendable, Equatable {
    /// In our words and OpenSSL's; nothing of the peer's is in it.
    public let reason: String
    /// Which limit has passed, if it was one.
    public let limit: Limit?

    /// A limit on time, of `LoopLimits`.
    public enum Limit: Sendable {
        /// `handshakeLimit`
        case handshake
        /// `handshakePatience`, while others waited.
        case patience
    }
}

/// Which limit on output has passed; all are of `LoopLimits`.
public enum OutputLimit: Sendable {
    /// `stallLimit`: the peer took nothing for so long.
    case stall
    /// `flushLimit`: what waited at a close did not all leave in time.
    case flush
    /// `heldBytesMax`: too much waited for all peers together, and most of it for this one.
    case held
}
