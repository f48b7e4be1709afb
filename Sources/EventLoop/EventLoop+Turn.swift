import Metering

extension EventLoop {
    /// How long the loop sleeps in `epoll_wait` before it goes back to Dispatch, which costs more.
    private static var patienceMilliseconds: Int32 { 10 }
    /// After so many turns the thread is given back once.
    private static var turnsMax: Int { 256 }

    /// Takes turns until nothing happens for a while.
    ///
    /// It never returns to Dispatch with leftovers, because nothing would wake it for them. They do
    /// not starve other connections: each turn reads each leftover once, and asks epoll for the
    /// others.
    func drain() {
        var turns = 0
        while lifecycle != .stopped, turns < Self.turnsMax || hasLeftovers {
            let patience = hasLeftovers ? 0 : Self.patienceMilliseconds
            let eventCount = poller.wait(milliseconds: patience)
            guard eventCount > 0 || hasLeftovers else { return }
            turn(eventCount)
            turns += 1
        }
    }

    /// What this turn's writes and closings have left for the next turn.
    private var hasLeftovers: Bool {
        !endings.isEmpty || !due.isEmpty || !drained.isEmpty || !reading.isEmpty
    }

    private func turn(_ eventCount: Int) {
        let now = LoopClock.nanoseconds
        nowMilliseconds = Int64(now / 1_000_000)
        reading.end = now + Reading.turnNanoseconds
        meter.turns.add()
        handshakeSteps = 0
        let unreadCount = reading.unread.count
        readLate()
        for position in 0..<eventCount {
            let (token, ready) = poller.event(at: position)
            dispatch(token, ready)
        }
        readUnread(unreadCount)
        beginWaitingHandshakes()
        tellDrained()
        tellEndings()
        handler.turnEnded(on: self)
        writeDue()
        shedOutput()
        handler.turnWritten(on: self)
        if let next = wheel.nextMilliseconds { alarm.ring(at: next, now: nowMilliseconds) }
        endIfStopped()
    }

    private func dispatch(_ token: UInt64, _ ready: Interest) {
        switch token {
        case LoopToken.mailbox: openMail()
        case LoopToken.alarm: ringAlarm()
        default:
            let index = UInt32(truncatingIfNeeded: token)
            let generation = UInt32(truncatingIfNeeded: token >> 32)
            let connection = ConnectionID(index: index, generation: generation)
            guard slots.index(of: connection) != nil else { return }
            dispatch(index, connection, ready)
        }
    }

    private func dispatch(_ index: UInt32, _ connection: ConnectionID, _ ready: Interest) {
        switch slots[index].phase {
        case .listening: acceptAll(index)
        case .approaching: readOpening(index)
        case .queueing: end(index, .byPeer)  // Nothing else is watched: the peer has left.
        case .handshaking: stepHandshake(index)
        case .connecting: concludeConnect(index, connection)
        case .securing: stepSecuring(index, connection)
        case .open, .flushing, .lingering: exchange(index, connection, ready)
        case .free, .ended: break
        }
    }

    /// Writes at the end of the turn, and reads now, as far as the socket is ready for it.
    private func exchange(_ index: UInt32, _ connection: ConnectionID, _ ready: Interest) {
        let crossing = slots[index].stream.crossing
        if ready.contains(.writable) || crossing.contains(.writeNeedsReadable) { markDue(index) }
        let needed: Interest =
            crossing.contains(.readNeedsWritable) ? [.readable, .writable] : .readable
        if slots[index].isRead, !ready.isDisjoint(with: needed) {
            // What was left has its turn by itself.
            guard !slots[index].isUnread else { return }
            if slots[index].isOpen, LoopClock.nanoseconds >= reading.end {
                slots[index].isUnread = true
                reading.late.append(connection)
            } else {
                read(index, connection)
            }
        } else if !ready.isDisjoint(with: [.failed, .hungUp]) {
            // epoll reports this again and again, asked or not: a peer that we do not read would
            // keep the loop busy.
            end(index, .reset(errno: slots[index].stream.takeError()))
        }
    }

    private func tellDrained() {
        guard !drained.isEmpty else { return }
        let indices = drained
        drained.removeAll(keepingCapacity: true)
        for index in indices where slots[index].isOpen {
            handler.drained(slots.connection(at: index), on: self)
        }
    }

    private func openMail() {
        let start = LoopClock.nanoseconds
        defer { reading.end += LoopClock.nanoseconds - start }
        executor.collect(leaving: &mail)
        var position = 0
        while position < mail.count {
            switch mail[position] {
            case .work(let work): work(self)
            case .job(let job): job.runSynchronously(on: unownedExecutor)
            }
            position += 1
        }
        mail.removeAll(keepingCapacity: true)
    }
}
