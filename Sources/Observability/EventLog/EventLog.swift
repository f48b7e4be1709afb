internal import Dispatch
public import Settings
internal import Synchronization

/// The daemon's account of what happens: one line per event, in the order of writing.
///
/// `write` may be called from any thread and never waits for the disk: it puts the event in a
/// bounded buffer, and a queue of its own makes text of it and writes it. When the buffer is full,
/// the event is dropped and counted; `log.dropped` has the count, once there is room.
///
/// SIGPIPE must be ignored in a process that logs to a pipe.
///
/// - Memory: at most two buffers of `capacity` events, the second while the first is written.
public final class EventLog: Sendable {
    private struct State {
        /// Whether the queue knows that there is something to write.
        enum Phase {
            case idle, scheduled, closed
        }

        var phase = Phase.idle
        var pending: [EventRecord] = []
        /// Dropped events that no `log.dropped` has reported yet.
        var droppedCount = 0
        var droppedTotal = 0
        /// How many there were of each event of level info and above.
        var counts: [EventName: Int] = [:]

        mutating func count(_ event: EventName) {
            if event.level >= .info { counts[event, default: 0] += 1 }
        }
    }

    /// Bytes that are handed to the sink at a time.
    private static let pieceBytes = 65_536
    /// How long an event may wait for others.
    private static let lingerMilliseconds = 10

    private let rank: Atomic<Int>
    private let detail: Atomic<Int>
    private let capacity: Int
    private let sink: EventSink
    private let clock: @Sendable () -> Int64
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "upford.events")

    /// An open log.
    ///
    /// - Parameters:
    ///   - capacity: events that may wait to be written.
    ///   - clock: milliseconds since 1970, read at each call of `write`.
    public init(
        sink: EventSink, level: EventLevel = .info, addresses: AddressDetail = .full,
        capacity: Int = 8_192, clock: @escaping @Sendable () -> Int64
    ) {
        self.sink = sink
        rank = Atomic(level.rank)
        detail = Atomic(addresses.rank)
        self.capacity = capacity
        self.clock = clock
    }

    /// The least level that is written, but for orders of administrators, which all are; may be
    /// set while others write.
    public var level: EventLevel {
        get { EventLevel.allCases[rank.load(ordering: .relaxed)] }
        set { rank.store(newValue.rank, ordering: .relaxed) }
    }

    /// How much of peers' addresses is written; may be set while others write.
    public var addresses: AddressDetail {
        get { AddressDetail.allCases[detail.load(ordering: .relaxed)] }
        set { detail.store(newValue.rank, ordering: .relaxed) }
    }

    /// Writes an event, unless it is left out for its level or the log is closed.
    ///
    /// - Complexity: for the caller, 0.2 to 0.4 µs at 50,000 a second and 2 to 5 µs at a thousand
    ///   (`upford measure`). Waking the writer costs 10 µs, which `linger` keeps to a hundred times
    ///   a second.
    public func write(_ event: EventName, _ fields: EventField...) {
        write(event, fields: fields)
    }

    /// Writes an event whose fields were gathered one by one.
    public func write(_ event: EventName, fields: [EventField]) {
        guard takes(event) else { return leaveOut(event) }
        let record = EventRecord(unixMilliseconds: clock(), name: event, fields: fields)
        let wakes = state.withLock { state in
            guard state.phase != .closed else { return false }
            state.count(event)
            if state.pending.count < capacity {
                state.pending.append(record)
            } else {
                state.droppedCount += 1
                state.droppedTotal += 1
            }
            defer { state.phase = .scheduled }
            return state.phase == .idle
        }
        if wakes { queue.async { self.linger() } }
    }

    /// Whether events of this kind are written.
    public func takes(_ event: EventName) -> Bool {
        event.level.rank >= rank.load(ordering: .relaxed) || event.isAudit
    }

    /// Counts an event without writing it.
    public func leaveOut(_ event: EventName) {
        guard event.level >= .info else { return }
        state.withLock { $0.count(event) }
    }

    /// How many there were of each event of level info and above, written or not.
    var counts: [EventName: Int] { state.withLock { $0.counts } }

    /// How many were dropped, or could not be written.
    var droppedCount: Int { state.withLock { $0.droppedTotal } }

    /// Opens the sink's file again under its name, after everything written before, and says so in
    /// the new one.
    public func reopen() {
        queue.async {
            self.drain()
            guard let (path, errno) = self.sink.reopen() else { return }
            if errno == 0 {
                self.write(.logReopened, .path(path))
            } else {
                self.write(.logReopened, .path(path), .errorNumber(errno))
            }
        }
    }

    /// Writes the waiting events and ends the log; later events are ignored.
    ///
    /// Waits two seconds at most: a pipe without a reader must not keep the daemon from ending.
    public func close() {
        state.withLock { $0.phase = .closed }
        // Not a semaphore: that waits by the wall clock, which may be set back meanwhile.
        let rest = DispatchGroup()
        queue.async(group: rest) { self.drain() }
        _ = rest.wait(timeout: .now() + .seconds(2))
    }

    /// Returns when everything written so far, and every `reopen`, is done.
    func settle() {
        queue.sync { drain() }
    }

    /// Lets a moment pass for more events, so that waking the writer and writing are paid once for
    /// all of them: a hundred times a second at most. Runs on `queue`, which is free meanwhile.
    private func linger() {
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.lingerMilliseconds)) {
            self.drain()
        }
    }

    /// Writes until nothing is waiting. Runs on `queue`.
    private func drain() {
        var batch: [EventRecord] = []
        while true {
            batch.removeAll(keepingCapacity: true)
            let droppedCount = takePending(into: &batch)
            guard !batch.isEmpty || droppedCount > 0 else { return }
            let lostCount = write(batch)
            let untoldCount = tell(droppedCount)
            guard lostCount + untoldCount == 0 else { return giveUp(lostCount, untoldCount) }
        }
    }

    /// - Returns: how many events were dropped since the last call.
    private func takePending(into batch: inout [EventRecord]) -> Int {
        state.withLock { state in
            swap(&state.pending, &batch)
            defer { state.droppedCount = 0 }
            if batch.isEmpty, state.droppedCount == 0, state.phase == .scheduled {
                state.phase = .idle
            }
            return state.droppedCount
        }
    }

    /// - Returns: how many events could not be written.
    private func write(_ batch: [EventRecord]) -> Int {
        var bytes: [UInt8] = []
        var count = 0
        var lostCount = 0
        let addresses = addresses
        for (index, record) in batch.enumerated() {
            sink.form.append(record, addresses, to: &bytes)
            count += 1
            guard bytes.count >= Self.pieceBytes || index == batch.count - 1 else { continue }
            if !sink.write(bytes) { lostCount += count }
            (bytes, count) = ([], 0)
        }
        return lostCount
    }

    /// - Returns: how many drops could not be reported.
    private func tell(_ droppedCount: Int) -> Int {
        guard droppedCount > 0 else { return 0 }
        let record = EventRecord(
            unixMilliseconds: clock(), name: .logDropped, fields: [.count(droppedCount)])
        guard write([record]) == 0 else { return droppedCount }
        state.withLock { $0.count(.logDropped) }
        return 0
    }

    /// Counts lost events, to be reported when the sink works again; tries with the next event.
    private func giveUp(_ lostCount: Int, _ untoldCount: Int) {
        state.withLock { state in
            state.droppedCount += lostCount + untoldCount
            state.droppedTotal += lostCount
            if state.phase == .scheduled { state.phase = .idle }
        }
    }
}

extension EventLog {
    /// The log that the configuration asks for.
    ///
    /// - Throws: `EventSinkError` when its file cannot be opened.
    public convenience init(_ configuration: Configuration.Log) throws(EventSinkError) {
        let sink: EventSink =
            configuration.file.isEmpty
            ? .standardOutput
            : try .file(
                configuration.file,
                rotation: LogRotation(
                    bytes: configuration.rotateMiB * 1_048_576, keptCount: configuration.kept))
        self.init(
            sink: sink, level: configuration.level, addresses: configuration.addresses,
            capacity: configuration.ring,
            clock: SystemClock.milliseconds)
    }
}

/// One event as its writer gave it: not yet text, so that the writer does not pay for that.
struct EventRecord: Sendable {
    let unixMilliseconds: Int64
    let name: EventName
    let fields: [EventField]
}

/// Takes the events of what decides and has no log of its own: the daemon's log, or a test.
package protocol EventRecorder: Sendable {
    /// Notes one event.
    func write(_ event: EventName, fields: [EventField])
    /// Whether such an event is written at all: where to gather its fields would cost something.
    func takes(_ event: EventName) -> Bool
    /// Notes that an event was not worth a line.
    func leaveOut(_ event: EventName)
}

extension EventRecorder {
    /// All but what is only for debugging.
    package func takes(_ event: EventName) -> Bool { event.level >= .info }

    /// Nothing.
    package func leaveOut(_ event: EventName) {}

    /// Notes one event.
    package func write(_ event: EventName, _ fields: EventField...) {
        write(event, fields: fields)
    }
}

extension EventLog: EventRecorder {}
