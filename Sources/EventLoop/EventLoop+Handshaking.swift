import Metering

extension EventLoop {
    /// The type of a TLS record that begins a handshake.
    ///
    /// - Source: RFC 8446 §5.1
    static var handshakeRecord: UInt8 { 0x16 }
    /// A step of a handshake takes some 0.2 ms: this many in a turn hardly delay other connections.
    private static var stepsMax: Int { 8 }

    /// Whether what this connection carries is protected by TLS.
    public func isEncrypted(_ connection: ConnectionID) -> Bool {
        guard let index = slots.index(of: connection) else { return false }
        return slots[index].stream.isEncrypted
    }

    /// Peers at a TLS door that have not finished their handshake, or not begun it.
    public var newcomerCount: Int { newcomers.count }

    // MARK: - At the door

    /// Waits for the first byte of one who has just connected; it decides what he is.
    func expectOpening(_ index: UInt32, of newcomer: Newcomer) {
        slots[index].phase = .approaching
        newcomers[index] = newcomer
        setDeadline(at: index, nowMilliseconds &+ limits.handshakeLimit.milliseconds)
    }

    func readOpening(_ index: UInt32) {
        guard let newcomer = newcomers[index] else { return }
        switch slots[index].stream.peekOpening() {
        case .wouldBlock: break
        case .left: end(index, .byPeer)
        case .byte(Self.handshakeRecord): beginOrQueue(index, of: newcomer.party)
        case .byte:
            if newcomer.isPlainAllowed {
                admit(index)
            } else {
                refuse(index, "the peer does not speak TLS here")
            }
        }
    }

    private func beginOrQueue(_ index: UInt32, of party: HandshakeParty) {
        if handshakes.mayBegin(party) {
            beginHandshake(index)
            if slots[index].phase == .handshaking { stepHandshake(index) }
            return
        }
        slots[index].phase = .queueing
        handshakes.wait(slots.connection(at: index), of: party)
        setDeadline(at: index, nowMilliseconds &+ limits.handshakeLimit.milliseconds)
        watch(index)
        let slowest = nowMilliseconds &- limits.handshakePatience.milliseconds
        guard let oldest = handshakes.oldest(inTheWayOf: party, since: slowest) else { return }
        refuse(oldest, Self.tooSlow, past: .patience)
    }

    /// Begins the handshakes of waiting connections, as far as there is room. Called once a turn.
    func beginWaitingHandshakes() {
        while let next = handshakes.takeNext() {
            guard let index = slots.index(of: next) else { continue }
            slots[index].phase = .approaching
            beginHandshake(index)
        }
    }

    // MARK: - The handshake

    private static var tooSlow: String { "the handshake took too long while others waited" }

    private func beginHandshake(_ index: UInt32) {
        guard let newcomer = newcomers[index],
            slots[index].stream.encrypt(
                .server(newcomer.credentials), postHandshakeMax: limits.postHandshakeMax)
        else { return refuse(index, "no memory for TLS") }
        slots[index].phase = .handshaking
        handshakes.begin(index, of: newcomer.party, nowMilliseconds: nowMilliseconds)
        let patience = min(limits.handshakePatience, limits.handshakeLimit)
        setDeadline(at: index, nowMilliseconds &+ patience.milliseconds)
        watch(index)
    }

    func stepHandshake(_ index: UInt32) {
        // Its bytes stay in the kernel, and epoll tells of them again.
        guard handshakeSteps < Self.stepsMax else { return }
        handshakeSteps += 1
        switch slots[index].stream.handshake() {
        case .done:
            meter.handshakes.add()
            admit(index)
        case .wouldBlock: watch(index)
        case .lost: refuse(index, "the peer left during the handshake")
        case .failed(let reason): refuse(index, reason)
        }
    }

    /// It has had its patience: time is up if others wait, or if the limit has passed as well.
    func passHandshakeDeadline(_ index: UInt32) {
        let endsAt = (handshakes.since(index) ?? 0) &+ limits.handshakeLimit.milliseconds
        if nowMilliseconds >= endsAt {
            refuse(index, "the handshake took too long", past: .handshake)
        } else if handshakes.isInTheWay(index) {
            refuse(index, Self.tooSlow, past: .patience)
        } else {
            setDeadline(at: index, endsAt)
        }
    }

    /// Goes on with the handshake of a connection of ours.
    func stepSecuring(_ index: UInt32, _ connection: ConnectionID) {
        switch slots[index].stream.handshake() {
        case .done: openOurs(index, connection)
        case .wouldBlock: watch(index)
        case .lost:
            end(
                index, .insecure(reason: "the server ended the connection during the TLS handshake")
            )
        case .failed(let reason): end(index, .insecure(reason: reason))
        }
    }

    // MARK: - Its end

    private func admit(_ index: UInt32) {
        guard let newcomer = forget(index) else { return }
        slots[index].phase = .open
        slots[index].debts.insert(.closure)
        slots[index].clearDeadline()
        settle(index)
        handler.opened(slots.connection(at: index), peer: newcomer.peer, on: self)
    }

    /// Disconnects a newcomer. It may still read the reason, if TLS has sent one.
    ///
    /// - Parameter limit: the limit that has passed, if that was the cause.
    func refuse(_ index: UInt32, _ reason: String, past limit: HandshakeFailure.Limit? = nil) {
        guard let newcomer = forget(index) else { return }
        meter.handshakesFailed.add()
        slots[index].stream.endEncryption(goodbye: false)
        finishOutbound(index)
        handler.handshakeFailed(
            HandshakeFailure(reason: reason, limit: limit), peer: newcomer.peer, on: self)
    }

    /// A newcomer is one no more.
    @discardableResult
    func forget(_ index: UInt32) -> Newcomer? {
        guard let newcomer = newcomers.removeValue(forKey: index) else { return nil }
        switch slots[index].phase {
        case .queueing: handshakes.leave(slots.connection(at: index), of: newcomer.party)
        case .handshaking: handshakes.end(index)
        default: break
        }
        return newcomer
    }
}
