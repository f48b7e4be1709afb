import Glibc
import Metering

extension EventLoop {
    /// The most connections that one turn accepts: a storm of them must not starve the others.
    private static var acceptsMax: Int { 64 }

    /// Accepts connections from `listener` from now on. Several loops may share it.
    ///
    /// - Returns: false, and nothing happens, when the loop has 64 listeners or is not running.
    @discardableResult
    public func listen(on listener: Listener) -> Bool {
        guard lifecycle == .running, listeners.count < SlotTable.listenersMax else { return false }
        let index = slots.insert(ByteStream(number: listener.number), .listening)
        listeners[index] = listener
        listener.join(ObjectIdentifier(self)) { [weak self] in
            self?.post { loop in loop.acceptAll(index) }
        }
        watchListener(index)
        return true
    }

    /// Closes this loop's listeners; their sockets are closed when no other loop shares them.
    public func stopAccepting() {
        for (index, listener) in listeners {
            poller.remove(listener.number)
            listener.leave(ObjectIdentifier(self))
            slots.remove(index)
        }
        listeners.removeAll()
    }

    /// Whether it accepts connections from anywhere, now or after a pause.
    public var isListening: Bool { !listeners.isEmpty }

    func acceptAll(_ index: UInt32) {
        guard let listener = listeners[index] else { return }
        for _ in 0..<Self.acceptsMax {
            guard connectionCount < limits.connectionsMax else {
                return pauseAccepting(index, .connectionsMax)
            }
            switch listener.accept() {
            case .accepted(var stream, let peer):
                guard listener.isLocal || stream.number < DescriptorReserve.firstNumber else {
                    turnAway(&stream)
                    shed(listener)
                    return pauseAccepting(index, .exhausted(errno: EMFILE))
                }
                meet(stream, peer, listener.security)
            case .nobody: return resumeAccepting(index)
            case .lost: break
            case .exhausted(let errno):
                shed(listener)
                return pauseAccepting(index, .exhausted(errno: errno))
            }
            // The handler may have stopped accepting.
            guard listeners[index] === listener else { return }
        }
        resumeAccepting(index)
    }

    /// Gives a place to one who was admitted.
    func adopt(
        _ stream: ByteStream, _ peer: SocketAddress, _ security: ListenerSecurity,
        isProxy: Bool = false
    ) {
        meter.accepted.add()
        let index = slots.insert(stream, .open)
        guard poller.add(stream.number, token: slots.token(at: index), .readable) else {
            let failure = Closure.failed(errno: errno)
            let connection = slots.connection(at: index)
            slots[index].stream.close()
            slots.remove(index)
            return handler.departed(
                connection, from: peer.networkKey, after: failure, on: self)
        }
        slots[index].interest = .readable
        slots[index].network = peer.networkKey
        slots[index].debts = .departure
        meter.connections.add()
        if let newcomer = security.newcomer(peer, isProxy: isProxy) {
            return expectOpening(index, of: newcomer)
        }
        slots[index].debts.insert(.closure)
        handler.opened(slots.connection(at: index), peer: peer, on: self)
    }

    /// With no descriptor left, a connection cannot even be refused. The spare one is given up for
    /// a moment, so that those who wait are turned away now instead of hanging.
    private func shed(_ listener: Listener) {
        guard spare != nil else { return openSpare() }
        for _ in 0..<Self.acceptsMax {
            spare = nil
            if case .accepted(var stream, _) = listener.accept() {
                turnAway(&stream)
                openSpare()
            } else {
                return openSpare()
            }
        }
    }

    private func turnAway(_ stream: inout ByteStream) {
        stream.close()
        meter.shed.add()
    }

    private func openSpare() {
        spare = Descriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
    }

    /// Rests: a listener that stays in epoll while nothing can be accepted would spin.
    private func pauseAccepting(_ index: UInt32, _ pause: AcceptPause) {
        guard let listener = listeners[index] else { return }
        setDeadline(at: index, nowMilliseconds &+ limits.acceptPause.milliseconds)
        if slots[index].inbound == .flowing {
            slots[index].inbound = .paused
            poller.remove(listener.number)
            listener.passOn(from: ObjectIdentifier(self))
        }
        handler.acceptPaused(pause, on: self)
    }

    func retryAccepting(_ index: UInt32) {
        acceptAll(index)
    }

    private func resumeAccepting(_ index: UInt32) {
        guard listeners[index] != nil, slots[index].inbound == .paused else { return }
        slots[index].inbound = .flowing
        if spare == nil { openSpare() }
        watchListener(index)
        handler.acceptResumed(on: self)
    }

    private func watchListener(_ index: UInt32) {
        let interest: Interest = [.readable, .exclusive]
        let number = slots[index].stream.number
        guard !poller.add(number, token: slots.token(at: index), interest) else { return }
        slots[index].inbound = .paused
        setDeadline(at: index, nowMilliseconds &+ limits.acceptPause.milliseconds)
    }
}

extension EventLoop {
    /// Asks the handler about one who has just connected.
    func meet(_ stream: ByteStream, _ peer: SocketAddress, _ security: ListenerSecurity) {
        switch handler.admission(of: peer, as: slots.next, on: self) {
        case .admitted: adopt(stream, peer, security)
        case .admittedProxy: adopt(stream, peer, security, isProxy: true)
        case .refused(let words): turnAway(stream, saying: words, security)
        }
    }

    /// Closes at once: a crowd that is turned away must not fill the places of those who are not.
    private func turnAway(
        _ stream: ByteStream, saying words: [UInt8], _ security: ListenerSecurity
    ) {
        var stream = stream
        if speaksPlain(stream, security) {
            // It fits, since nothing was written yet.
            _ = words.withUnsafeBytes { stream.write($0) }
            stream.finish()
            // What lies there unread would make the end a reset, which may overtake the words.
            _ = stream.read(into: readBuffer.bytes)
        } else {
            stream.dropUnsent()
        }
        stream.close()
    }

    /// Whether the peer would understand what is said in plain, as far as that is known by now.
    private func speaksPlain(_ stream: ByteStream, _ security: ListenerSecurity) -> Bool {
        switch security {
        case .plain: return true
        case .tls: return false
        case .either:
            guard case .byte(let first) = stream.peekOpening() else { return false }
            return first != Self.handshakeRecord
        }
    }
}
