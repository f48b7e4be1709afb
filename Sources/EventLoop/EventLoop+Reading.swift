import Metering

/// A peer that is not read for a while.
struct Rest {
    /// On the loop's clock, in milliseconds.
    let end: Int64
    /// Whether the handler has paused the peer as well.
    var isPausedAfter: Bool
}

/// The unread end of a read, which a handler has left to later turns.
struct KeptInput {
    var bytes: [UInt8]
    /// Everything before this has been taken.
    var start = 0
}

/// Connections that are read although epoll does not report them now.
///
/// A turn reads newly ready connections for 0.5 ms, and for as long again those that hold bytes
/// unknown to epoll. With 40 connections that bring 16 messages of 24 KB each, another's read took
/// up to 17 ms when a turn read all of them.
struct Reading {
    static let turnNanoseconds = 500_000

    /// Connections that hold bytes unknown to epoll: in TLS, or left by the handler.
    var unread: [ConnectionID] = []
    /// Ready connections for which there was no time: they are first in the next turn.
    var late: [ConnectionID] = []
    /// On the loop's clock, in nanoseconds: from then on this turn reads no further ready
    /// connection.
    var end = 0

    var isEmpty: Bool { unread.isEmpty && late.isEmpty }
}

extension EventLoop {
    /// Reads a connection once; the rest follows in the next turn, after all other connections.
    func read(_ index: UInt32, _ connection: ConnectionID) {
        // The handler may have paused it in this very turn.
        guard slots[index].isRead else { return }
        let isOpen = slots[index].isOpen
        if !kept.isEmpty, let input = kept.removeValue(forKey: index) {
            if isOpen { give(input, to: index, connection) }
            return settle(index)
        }
        meter.reads.add()
        switch slots[index].stream.read(into: readBuffer.bytes) {
        case .bytes(let count):
            meter.bytesIn.add(count)
            if slots[index].stream.isEncrypted { settle(index) }
            guard isOpen else { return }
            let bytes = UnsafeMutableRawBufferPointer(rebasing: readBuffer.bytes[..<count])
            handler.received(bytes, from: connection, on: self)
        case .wouldBlock: if slots[index].stream.isEncrypted { settle(index) }
        case .end: finishInbound(index, connection)
        case .failed(let errno): end(index, .reset(errno: errno))
        case .flooded: end(index, .flooded)
        }
    }

    /// Passes the handler its kept input. What it leaves again is not copied: copying would take
    /// the square of a read.
    private func give(_ input: KeptInput, to index: UInt32, _ connection: ConnectionID) {
        var input = input
        let leftCount = input.bytes.withUnsafeMutableBytes { bytes in
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[input.start...])
            given = rest.baseAddress.map { ($0 + rest.count, 0) }
            handler.received(rest, from: connection, on: self)
            defer { given = nil }
            return given?.leftCount ?? 0
        }
        guard leftCount > 0, slots.index(of: connection) != nil, slots[index].isOpen else { return }
        input.start = input.bytes.count - leftCount
        kept[index] = input
    }

    /// Keeps the end of the handler's last input. The handler receives it again in the next turn,
    /// after all other connections and before anything is read.
    ///
    /// - Parameter bytes: the end of that input.
    public func keep(
        _ bytes: UnsafeMutableRawBufferPointer, of connection: ConnectionID
    ) {
        guard let index = slots.index(of: connection), slots[index].isOpen,
            let start = bytes.baseAddress, !bytes.isEmpty
        else { return }
        if let end = given?.end, end == start + bytes.count {
            given?.leftCount = bytes.count
        } else {
            kept[index] = KeptInput(bytes: Array(bytes))
            settle(index)
        }
    }

    private func finishInbound(_ index: UInt32, _ connection: ConnectionID) {
        slots[index].inbound = .finished
        switch slots[index].phase {
        case .open:
            handler.finished(connection, on: self)
            // Still open: epoll must not report its end of stream again and again.
            if slots[index].isOpen { watch(index) }
        case .flushing: watch(index)
        default: end(index, slots[index].closer.closure)
        }
    }

    /// Stops reading from this peer until `resumeReading`; TCP then holds the peer up.
    public func pauseReading(_ connection: ConnectionID) {
        setInbound(of: connection, from: .flowing, to: .paused)
    }

    /// Reads from this peer again.
    public func resumeReading(_ connection: ConnectionID) {
        setInbound(of: connection, from: .paused, to: .flowing)
    }

    /// Reads nothing from this peer for this time, even if it is resumed meanwhile; then calls
    /// `rested`.
    public func rest(_ connection: ConnectionID, forMilliseconds milliseconds: Int) {
        guard let index = slots.index(of: connection), slots[index].isOpen, resting[index] == nil
        else { return }
        let isPaused = slots[index].inbound == .paused
        pauseReading(connection)
        resting[index] = Rest(
            end: nowMilliseconds &+ Int64(milliseconds), isPausedAfter: isPaused)
        fileDeadline(index)
    }

    /// Ends the rest of a peer.
    func endRest(_ index: UInt32) {
        guard let rest = resting[index], rest.end <= nowMilliseconds else { return }
        resting[index] = nil
        let connection = slots.connection(at: index)
        if !rest.isPausedAfter { resumeReading(connection) }
        handler.rested(connection, on: self)
    }

    private func setInbound(of connection: ConnectionID, from: Slot.Inbound, to: Slot.Inbound) {
        guard let index = slots.index(of: connection) else { return }
        guard resting[index] == nil else {
            resting[index]?.isPausedAfter = to == .paused
            return
        }
        let phase = slots[index].phase
        guard phase == .open || phase == .connecting || phase == .securing,
            slots[index].inbound == from
        else { return }
        slots[index].inbound = to
        if phase == .open { settle(index) }
    }

    /// Ensures that the connection's next input is noticed: by epoll or, where TLS or the loop
    /// holds bytes that have left the kernel, by the loop itself in the next turn.
    func settle(_ index: UInt32) {
        watch(index)
        guard slots[index].stream.hasMore || kept[index] != nil, !slots[index].isUnread else {
            return
        }
        slots[index].isUnread = true
        reading.unread.append(slots.connection(at: index))
    }

    /// Reads the connections for which the last turn had no time.
    func readLate() {
        guard !reading.late.isEmpty else { return }
        let connections = reading.late
        reading.late.removeAll(keepingCapacity: true)
        reading.late += connections[read(connections[...], until: reading.end)...]
    }

    /// Reads once each connection that holds bytes unknown to epoll, in order.
    ///
    /// - Parameter count: how many of the list: those that this turn has added come later.
    func readUnread(_ count: Int) {
        guard count > 0 else { return }
        let end = LoopClock.nanoseconds + Reading.turnNanoseconds
        reading.unread.removeFirst(read(reading.unread[..<count], until: end))
    }

    /// Reads one connection after the other, at least one, while there is time.
    ///
    /// - Returns: how many.
    private func read(_ connections: ArraySlice<ConnectionID>, until end: Int) -> Int {
        var count = 0
        for connection in connections {
            guard count == 0 || LoopClock.nanoseconds < end else { break }
            count += 1
            guard let index = slots.index(of: connection) else { continue }
            slots[index].isUnread = false
            let phase = slots[index].phase
            if phase == .open || phase == .flushing { read(index, connection) }
        }
        return count
    }

    /// Updates epoll's interest in this connection, if it has changed.
    func watch(_ index: UInt32) {
        let wanted = slots[index].wanted(blocked: isBlocked(at: index))
        guard wanted != slots[index].interest else { return }
        slots[index].interest = wanted
        poller.change(slots[index].stream.number, token: slots.token(at: index), wanted)
    }
}

/// The one buffer that every connection of a loop reads into.
struct ReadBuffer: ~Copyable {
    // SAFETY: allocated in `init`, freed in `deinit`; it is lent for the length of one `received`
    // call, and only one such call is under way, since the loop is serial.
    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) {
        bytes = .allocate(byteCount: byteCount, alignment: 16)
    }

    deinit { bytes.deallocate() }
}
