extension EventLoop {
    /// Has `expired` called once `milliseconds` have passed, unless it is set again before.
    ///
    /// A connection has one deadline. Moving it costs no system call, so that it may be set anew
    /// with each message. Never early, at most 16 ms late, and at most 99 days from now.
    public func setDeadline(_ connection: ConnectionID, afterMilliseconds milliseconds: Int) {
        guard let index = indexOfOurs(connection) else { return }
        let delayMax = ShortTick.aheadMax << TimerWheel.tickBits
        let delay = min(max(0, Int64(milliseconds)), delayMax)
        setDeadline(at: index, nowMilliseconds &+ delay)
    }

    /// Takes the deadline back.
    public func clearDeadline(_ connection: ConnectionID) {
        guard let index = indexOfOurs(connection) else { return }
        slots[index].clearDeadline()
    }

    /// A connection whose deadline is the handler's: once it closes, the deadline is the loop's.
    private func indexOfOurs(_ connection: ConnectionID) -> UInt32? {
        guard let index = slots.index(of: connection) else { return nil }
        let phase = slots[index].phase
        return phase == .open || phase == .connecting || phase == .securing ? index : nil
    }

    func setDeadline(at index: UInt32, _ milliseconds: Int64) {
        slots[index].setDeadline(milliseconds)
        wheel.file(index, dueMilliseconds: milliseconds)
    }

    /// Files the earliest of a connection's own deadline, the limit on its waiting output and the
    /// end of its rest.
    func fileDeadline(_ index: UInt32) {
        let stallsAt = slots[index].outbox.map { outboxes[$0].stallsAt } ?? Slot.noDeadline
        let restEnd = resting[index]?.end ?? Slot.noDeadline
        let earliest = min(slots[index].deadline(asOf: nowMilliseconds), stallsAt, restEnd)
        guard earliest != Slot.noDeadline else { return }
        wheel.file(index, dueMilliseconds: earliest)
    }

    func ringAlarm() {
        wheel.sweep(nowMilliseconds: nowMilliseconds, into: &expired)
        var position = 0
        while position < expired.count {
            expire(expired[position])
            position += 1
        }
        expired.removeAll(keepingCapacity: true)
    }

    private func expire(_ index: UInt32) {
        if !resting.isEmpty { endRest(index) }
        let stallsAt = slots[index].outbox.map { outboxes[$0].stallsAt } ?? Slot.noDeadline
        if stallsAt <= nowMilliseconds {
            stall(index, past: .stall)
        } else if slots[index].deadline(asOf: nowMilliseconds) <= nowMilliseconds {
            slots[index].clearDeadline()
            passDeadline(index)
        }
        fileDeadline(index)
    }

    private func passDeadline(_ index: UInt32) {
        switch slots[index].phase {
        case .approaching: refuse(index, "no handshake came", past: .handshake)
        case .queueing:
            refuse(index, "its turn for a handshake did not come", past: .handshake)
        case .handshaking: passHandshakeDeadline(index)
        case .connecting, .securing, .open: handler.expired(slots.connection(at: index), on: self)
        case .flushing: stall(index, past: .flush)
        case .lingering: end(index, slots[index].closer.closure)
        case .listening: retryAccepting(index)
        case .free, .ended: break
        }
    }

    /// Gives up a peer that stands still.
    func stall(_ index: UInt32, past limit: OutputLimit) {
        let connection = slots.connection(at: index)
        handler.stalled(
            connection, outboxBytes: outboxBytes(of: connection), past: limit, on: self)
        // The handler may have aborted it just now.
        guard slots[index].phase != .ended else { return }
        slots[index].stream.dropUnsent()
        end(index, .stalled)
    }
}
