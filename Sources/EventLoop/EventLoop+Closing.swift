import Metering

extension EventLoop {
    /// Closes gracefully: writes the waiting output, ends our stream, discards input until the peer
    /// ends too or the linger limit passes, and then closes the socket.
    ///
    /// Closing at once while the peer still sends would cause a reset. A reset destroys what the
    /// peer has not read yet, including our last words.
    ///
    /// - Source: RFC 9112 §9.6 describes the same for HTTP.
    public func close(_ connection: ConnectionID) {
        guard let index = slots.index(of: connection) else { return }
        switch slots[index].phase {
        case .connecting, .securing, .approaching, .queueing, .handshaking: end(index, .byUs)
        case .open:
            slots[index].phase = .flushing
            slots[index].closer = slots[index].inbound == .finished ? .peer : .us
            setDeadline(at: index, nowMilliseconds &+ limits.flushLimit.milliseconds)
            markDue(index)
        default: break
        }
    }

    /// Queues last words, past the bound on the outbox, and closes: they tell a slow reader why.
    ///
    /// - Parameter words: a few hundred bytes at most.
    public func close(_ connection: ConnectionID, saying words: [UInt8]) {
        if let index = slots.index(of: connection), slots[index].isOpen {
            outboxes[outbox(at: index)].bytes += words
            meter.outboxBytes.add(words.count)
        }
        close(connection)
    }

    /// Ends the connection at once: the peer sees a reset, and waiting output is dropped.
    public func abort(_ connection: ConnectionID) {
        guard let index = slots.index(of: connection) else { return }
        switch slots[index].phase {
        case .connecting, .securing, .open, .flushing, .lingering:
            slots[index].stream.dropUnsent()
            end(index, .byUs)
        case .free, .listening, .approaching, .queueing, .handshaking, .ended: break
        }
    }

    /// Ends the connection at once, because its place is needed. A peer without waiting output
    /// receives the reason, as far as its socket takes it now.
    ///
    /// - Parameter words: a few hundred bytes at most.
    public func expel(_ connection: ConnectionID, saying words: [UInt8]) {
        guard let index = slots.index(of: connection) else { return }
        switch slots[index].phase {
        case .free, .listening, .ended: return
        case .approaching, .queueing, .handshaking: break
        case .open where slots[index].outbox == nil:
            if !words.isEmpty { _ = words.withUnsafeBytes { slots[index].stream.write($0) } }
            slots[index].stream.endEncryption(goodbye: true)
        case .connecting, .securing, .open, .flushing, .lingering:
            slots[index].stream.dropUnsent()
        }
        end(index, .byUs)
    }

    /// Ends our direction when all output is written.
    func finishOutbound(_ index: UInt32) {
        guard slots[index].inbound != .finished else {
            slots[index].stream.endEncryption(goodbye: true)
            return end(index, slots[index].closer.closure)
        }
        slots[index].stream.finish()
        slots[index].phase = .lingering
        setDeadline(at: index, nowMilliseconds &+ limits.lingerLimit.milliseconds)
        watch(index)
    }

    /// Closes the descriptor; the handler is notified at the end of the turn.
    func end(_ index: UInt32, _ closure: Closure) {
        let wasLingering = slots[index].phase == .lingering
        let told = wasLingering ? slots[index].closer.closure : closure
        if slots[index].phase.isNewcomer { forget(index) }
        slots[index].stream.close()
        if let outbox = slots[index].outbox {
            meter.outboxBytes.add(-outboxes[outbox].waitingCount)
            outboxes.giveBack(outbox)
        }
        slots[index].outbox = nil
        if !resting.isEmpty { resting[index] = nil }
        if !kept.isEmpty { kept[index] = nil }
        slots[index].phase = .ended
        slots[index].clearDeadline()
        endings.append(Ending(index: index, closure: told))
    }

    /// Notifies the handler of ended connections, and frees their places.
    func tellEndings() {
        guard !endings.isEmpty else { return }
        var position = 0
        while position < endings.count {
            let ending = endings[position]
            let connection = slots.connection(at: ending.index)
            let (debts, network) = (slots[ending.index].debts, slots[ending.index].network)
            if debts.contains(.closure) { handler.closed(connection, ending.closure, on: self) }
            slots.remove(ending.index)
            if debts.contains(.departure) {
                let closure = debts.contains(.closure) ? ending.closure : nil
                handler.departed(connection, from: network, after: closure, on: self)
            }
            meter.connections.add(-1)
            position += 1
        }
        endings.removeAll(keepingCapacity: true)
    }
}

/// A connection that has ended, of which the handler is yet to be notified.
///
/// Not nested in `EventLoop`: there it would be a separate type for each kind of handler, and
/// accessing an array of them would look up the type's metadata at run time, in every turn.
struct Ending {
    let index: UInt32
    let closure: Closure
}
