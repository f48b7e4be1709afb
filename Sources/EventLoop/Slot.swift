/// The loop's state of one connection or listener: all of it, while it is idle.
struct Slot {
    enum Phase: UInt8 {
        case free
        case listening
        /// Accepted by a TLS listener; no input has arrived yet.
        case approaching
        /// The handshake waits for its turn; unread.
        case queueing
        /// Its handshake is under way.
        case handshaking
        /// A connect of ours is under way.
        case connecting
        /// A connect of ours has succeeded; its handshake is under way.
        case securing
        case open
        /// Closed by us; the outbox is still being written, and input is discarded.
        case flushing
        /// Our end of stream is sent; input is discarded until the peer ends too.
        case lingering
        /// The descriptor is closed; the handler is yet to be notified.
        case ended

        /// Whether the handler does not know of it yet, and perhaps never will.
        var isNewcomer: Bool {
            switch self {
            case .approaching, .queueing, .handshaking: true
            default: false
            }
        }
    }

    /// The peer's direction. For a listener: whether it accepts.
    enum Inbound: UInt8 {
        case flowing, paused, finished
    }

    /// Whether the connection is in the list of this turn's writes.
    enum Flush: UInt8 {
        case idle, due
    }

    /// The side that closed first.
    enum Closer: UInt8 {
        case us, peer

        var closure: Closure { self == .us ? .byUs : .byPeer }
    }

    /// The calls that the handler is due.
    struct Debts: OptionSet {
        let rawValue: UInt8

        /// `closed`, because it knows of the connection.
        static let closure = Self(rawValue: 1)
        /// `departed`, because it admitted the peer.
        static let departure = Self(rawValue: 2)
    }

    static let noDeadline = Int64.max

    var stream = ByteStream(number: -1)
    var generation: UInt32 = 0
    /// The network of an admitted peer, passed to the handler when the socket is closed.
    var network: UInt64 = 0
    /// The outbox's place in the loop's pool, counted from 1; 0 while no output waits.
    private var outboxPlace: UInt32 = 0
    private var deadlineTick = ShortTick.none
    var phase = Phase.free
    var inbound = Inbound.flowing
    var flush = Flush.idle
    var closer = Closer.us
    /// Whether the handler waits for `drained`.
    var isDrainAwaited = false
    /// The calls that the handler is due at the end.
    var debts: Debts = []
    /// Whether it is in one of the lists to be read: `unread` or `late`.
    var isUnread = false
    private var packedInterest: UInt8 = 0

    /// The interest last registered with epoll.
    var interest: Interest {
        get { Interest(packed: packedInterest) }
        set { packedInterest = newValue.packed }
    }

    /// The outbox in the loop's pool, while output waits.
    var outbox: UInt32? {
        get { outboxPlace == 0 ? nil : outboxPlace - 1 }
        set { outboxPlace = newValue.map { $0 + 1 } ?? 0 }
    }

    /// When the connection has to act: the handler's deadline, or the loop's own while closing.
    ///
    /// - Parameter nowMilliseconds: on the loop's clock.
    /// - Returns: milliseconds on that clock; `noDeadline` when there is none.
    func deadline(asOf nowMilliseconds: Int64) -> Int64 {
        let tick = deadlineTick.tick(near: nowMilliseconds >> TimerWheel.tickBits)
        return tick.map { $0 << TimerWheel.tickBits } ?? Self.noDeadline
    }

    /// Sets the deadline to the next tick, at most 99 days ahead.
    mutating func setDeadline(_ milliseconds: Int64) {
        deadlineTick = ShortTick(TimerWheel.tick(notBefore: milliseconds))
    }

    mutating func clearDeadline() { deadlineTick = .none }

    /// Whether the handler still owns it: it may send, and receives input.
    var isOpen: Bool { phase == .open }

    /// Whether input is read. It is not while the handler has paused it, or after the peer has
    /// ended.
    var isRead: Bool { !isOpen || inbound == .flowing }

    /// What epoll should watch.
    func wanted(blocked: Bool) -> Interest {
        stream.isEncrypted ? wantedByTLS(blocked: blocked) : wantedPlainly(blocked: blocked)
    }

    private func wantedByTLS(blocked: Bool) -> Interest {
        let crossing = stream.crossing
        if phase == .handshaking || phase == .securing {
            return crossing.contains(.readNeedsWritable) ? .writable : .readable
        }
        let writeNeedsReadable = blocked && crossing.contains(.writeNeedsReadable)
        var wanted = wantedPlainly(blocked: blocked && !writeNeedsReadable)
        if writeNeedsReadable { wanted.insert(.readable) }
        // Until the socket takes more, what it has cannot be read, and epoll would tell of it again
        // and again.
        if wanted.contains(.readable), crossing == .readNeedsWritable {
            wanted.remove(.readable)
            wanted.insert(.writable)
        }
        return wanted
    }

    private func wantedPlainly(blocked: Bool) -> Interest {
        var wanted: Interest = blocked ? .writable : []
        switch (phase, inbound) {
        case (.approaching, _): wanted.insert(.readable)
        case (.open, .flowing), (.flushing, .flowing), (.flushing, .paused),
            (.lingering, .flowing), (.lingering, .paused):
            wanted.insert(.readable)
        default: break
        }
        return wanted
    }
}
