import Metering

extension EventLoop {
    /// This much output of a turn is written before its end, to bound the memory of a broadcast.
    private static var dueBytesMax: Int { 4_194_304 }

    /// Queues bytes for one peer, whole or not at all.
    ///
    /// The bound is on waiting output: a peer without any receives even one message larger than the
    /// bound.
    ///
    /// The bytes are written at the end of the turn, with everything else sent to that peer.
    public func send(_ bytes: RawSpan, to connection: ConnectionID) -> SendOutcome {
        withOutput(of: connection, reserving: bytes.byteCount) { output in
            bytes.withUnsafeBytes { output.append(contentsOf: $0) }
        }
    }

    /// Queues bytes for one peer, whole or not at all, as the other `send` does.
    ///
    /// That one is for bytes in an array: a closure that calls the loop from inside
    /// `withUnsafeBytes` asks the runtime whether it is on the loop, which takes 950 instructions.
    public func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID) -> SendOutcome {
        send(bytes.bytes, to: connection)
    }

    /// Lets `body` append to the output of one peer, so that a frame is built in its final place.
    ///
    /// - Parameter byteCount: how many bytes `body` will append. `.full` is decided on this figure;
    ///   should `body` append more than fits after all, everything it appended is taken back.
    /// - Parameter body: appends to the array, which may hold other output already, and calls
    ///   nothing of the loop.
    public func withOutput(
        of connection: ConnectionID, reserving byteCount: Int, _ body: (inout [UInt8]) -> Void
    ) -> SendOutcome {
        guard let index = slots.index(of: connection), slots[index].isOpen else { return .gone }
        let waiting = slots[index].outbox.map { outboxes[$0].copiedCount } ?? 0
        guard waiting == 0 || byteCount <= limits.outboxBytesMax - waiting else { return .full }
        let outbox = outbox(at: index)
        let before = outboxes[outbox].bytes.count
        body(&outboxes[outbox].bytes)
        let appended = outboxes[outbox].bytes.count - before
        precondition(appended >= 0, "the body of withOutput removed output of others")
        guard waiting == 0 || appended <= limits.outboxBytesMax - waiting else {
            outboxes[outbox].bytes.removeLast(appended)
            return .full
        }
        queued(appended, in: outbox, of: index)
        return .queued
    }

    /// Queues bytes, followed by a body that is not copied.
    ///
    /// - Parameters:
    ///   - body: of any size: the bound on waiting output does not count it.
    ///   - isShared: whether others keep the body anyway. If not, its memory counts against
    ///     `heldBytesMax`.
    /// - Returns: `.full` while an earlier body waits.
    public func send(
        _ bytes: [UInt8], body: [UInt8], isShared: Bool, to connection: ConnectionID
    ) -> SendOutcome {
        guard let index = slots.index(of: connection), slots[index].isOpen else { return .gone }
        if let outbox = slots[index].outbox, outboxes[outbox].hasBody { return .full }
        let outcome = send(bytes.span.bytes, to: connection)
        guard outcome == .queued, !body.isEmpty, slots[index].isOpen else { return outcome }
        let outbox = outbox(at: index)
        outboxes[outbox].append(body: body, isShared: isShared)
        queued(body.count, in: outbox, of: index)
        return .queued
    }

    private func queued(_ count: Int, in outbox: UInt32, of index: UInt32) {
        dueBytes += count
        meter.outboxBytes.add(count)
        if !outboxes[outbox].isBlocked { markDue(index) }
        if dueBytes > Self.dueBytesMax { writeDue() }
    }

    /// The outbox of a connection, borrowed if it has none.
    func outbox(at index: UInt32) -> UInt32 {
        if let outbox = slots[index].outbox { return outbox }
        let outbox = outboxes.borrow()
        outboxes[outbox].borrower = index
        slots[index].outbox = outbox
        return outbox
    }

    /// The number of bytes that wait for this peer; 0 when it is gone.
    public func outboxBytes(of connection: ConnectionID) -> Int {
        guard let index = slots.index(of: connection) else { return 0 }
        return waitingCount(at: index)
    }

    /// Whether the peer's socket took less than it was offered, and has not taken the rest yet.
    public func isBlocked(_ connection: ConnectionID) -> Bool {
        guard let index = slots.index(of: connection) else { return false }
        return isBlocked(at: index)
    }

    private func waitingCount(at index: UInt32) -> Int {
        guard let outbox = slots[index].outbox else { return 0 }
        return outboxes[outbox].waitingCount
    }

    func isBlocked(at index: UInt32) -> Bool {
        guard let outbox = slots[index].outbox else { return false }
        return outboxes[outbox].isBlocked
    }

    /// Requests one `drained` when no output waits for this peer any more, so that the next part of
    /// a long output is made when the last one has left.
    public func notifyWhenDrained(_ connection: ConnectionID) {
        guard let index = slots.index(of: connection), slots[index].isOpen else { return }
        slots[index].isDrainAwaited = true
        markDue(index)
    }

    /// Adds a connection to the list of this turn's writes, once.
    func markDue(_ index: UInt32) {
        guard slots[index].flush == .idle else { return }
        slots[index].flush = .due
        due.append(index)
    }

    /// Writes each connection in the list once. Calls no handler: failures are reported later.
    func writeDue() {
        guard !due.isEmpty else { return }
        for position in due.indices { write(due[position]) }
        due.removeAll(keepingCapacity: true)
        dueBytes = 0
    }

    /// Disconnects stalled peers while more output waits for all together than the limit allows.
    ///
    /// - Complexity: one look at all outboxes in each turn above the limit.
    func shedOutput() {
        guard meter.outboxBytes.current > limits.heldBytesMax else { return }
        var held = outboxes.outboxes.reduce(0) { $0 + $1.heldCount }
        guard held > limits.heldBytesMax else { return }
        let blocked = outboxes.outboxes.filter(\.isBlocked)
            .map { (index: $0.borrower, count: $0.heldCount) }
            .sorted { $0.count > $1.count }
        for (index, count) in blocked where held > limits.heldBytesMax {
            stall(index, past: .held)
            held -= count
        }
    }

    private func write(_ index: UInt32) {
        slots[index].flush = .idle
        guard slots[index].isOpen || slots[index].phase == .flushing else { return }
        if let outbox = slots[index].outbox { offer(outbox, to: index) }
        if slots[index].isDrainAwaited, slots[index].outbox == nil {
            slots[index].isDrainAwaited = false
            drained.append(index)
        }
        switch slots[index].phase {
        case .open: watch(index)
        case .flushing: slots[index].outbox == nil ? finishOutbound(index) : watch(index)
        default: break
        }
    }

    private func offer(_ outbox: UInt32, to index: UInt32) {
        while outboxes[outbox].waitingCount > 0 {
            meter.writes.add()
            let (offered, outcome) = outboxes[outbox].offer(to: slots[index].stream)
            switch outcome {
            case .wrote(let count):
                meter.bytesOut.add(count)
                meter.outboxBytes.add(-count)
                outboxes[outbox].advance(by: count)
                if count < offered { return block(outbox, of: index) }
            case .wouldBlock:
                if !outboxes[outbox].isBlocked { block(outbox, of: index) }
                return
            case .failed(let errno): return end(index, .reset(errno: errno))
            }
        }
        slots[index].outbox = nil
        outboxes.giveBack(outbox)
    }

    /// Starts to wait for the socket to take more, or restarts the wait because it took something.
    private func block(_ outbox: UInt32, of index: UInt32) {
        outboxes[outbox].stallsAt = nowMilliseconds &+ stallMilliseconds
        fileDeadline(index)
    }
}

extension EventLoop {
    /// Sends bytes to one peer at once, without a copy, when no output waits for it.
    ///
    /// Each call is a system call, so it suits output once a turn: the answer to everything in a
    /// read, or a broadcast. Output in pieces belongs into `send`, which gathers it.
    ///
    /// What the socket does not take waits, in order, within the same bound as with `send`.
    ///
    /// - Returns: `.gone` also when the connection has turned out to be broken.
    public func sendAtOnce(
        _ bytes: RawSpan, to connection: ConnectionID
    ) -> SendOutcome {
        guard let index = slots.index(of: connection), slots[index].isOpen else { return .gone }
        // TLS encrypts the bytes for each peer, so there is nothing to share.
        guard slots[index].outbox == nil, !slots[index].stream.isEncrypted, !bytes.isEmpty
        else { return send(bytes, to: connection) }
        meter.writes.add()
        switch slots[index].stream.write(bytes) {
        case .wrote(let count):
            meter.bytesOut.add(count)
            guard count < bytes.byteCount else { return .queued }
            return send(bytes.extracting(droppingFirst: count), to: connection)
        case .wouldBlock: return send(bytes, to: connection)
        case .failed(let errno):
            end(index, .reset(errno: errno))
            return .gone
        }
    }
}

/// The outcome of a send.
public enum SendOutcome: Sendable, Equatable {
    /// They will be written, in order, at the end of this turn or when the peer reads on.
    case queued
    /// The bounded outbox cannot hold them; none of them was queued.
    case full
    /// The connection is closed, closing or not yet open; none of them was queued.
    case gone
}
