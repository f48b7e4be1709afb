import Dispatch
import EventLoop
import Glibc
import Metering

/// What the event log costs the loop that writes it, whatever takes its lines.
public struct LogCost: Sendable {
    /// Where the lines go.
    public enum Sink: CaseIterable, Sendable {
        /// No lines: the baseline.
        case nothing
        case file
        /// A disk without room.
        case full
        /// A full pipe without a reader.
        case deaf

        /// For people.
        public var name: String {
            switch self {
            case .nothing: "no lines"
            case .file: "a file"
            case .full: "a full disk"
            case .deaf: "a pipe nobody reads"
            }
        }
    }

    /// The cost of a line to the thread that writes it.
    public let nanosecondsPerLine: Int
    /// Lines that the loop wrote in a second.
    public let linesPerSecond: Int
    /// How many of all were lost.
    public let lostCount: Int
    /// The median time that the loop took to give a new arrival its turn.
    public let lagMedian: Duration
    /// The same, at the 99th percentile.
    public let lagP99: Duration

    private static let ticksPerSecond = 1_000

    /// Writes lines on a loop at a steady pace, and asks it for a turn behind each lot of them.
    ///
    /// - Parameter folder: for the file.
    public static func measure(
        _ sink: Sink, linesPerSecond: Int, seconds: Int, folder: String
    ) async throws -> LogCost {
        let eventSink: EventSink
        var pipe: Pipe?
        switch sink {
        case .nothing: eventSink = EventSink { _ in true }
        case .file: eventSink = try .file("\(folder)/events.jsonl")
        case .full: eventSink = try .file("/dev/full")
        case .deaf:
            let full = try Pipe()
            pipe = full
            eventSink = EventSink { LineOutput.write($0, to: full.writing) }
        }
        let log = EventLog(sink: eventSink, clock: SystemClock.milliseconds)
        let loop = try EventLoop(name: "upford.measure") { LineWriter(log) }
        loop.start()
        let perTick = sink == .nothing ? 0 : linesPerSecond / ticksPerSecond
        let start = LoopClock.nanoseconds
        for tick in 1...seconds * ticksPerSecond {
            loop.post { loop in loop.handler.write(perTick) }
            let asked = LoopClock.nanoseconds
            loop.post { loop in loop.handler.answer(asked) }
            let next = start + tick * 1_000_000_000 / ticksPerSecond
            usleep(UInt32(max(0, next - LoopClock.nanoseconds) / 1_000))
        }
        let elapsed = LoopClock.nanoseconds - start
        let (spent, lags) = await loop.findings
        await loop.stop()
        pipe?.drain()
        log.close()
        let lineCount = perTick * seconds * ticksPerSecond
        let sorted = lags.sorted()
        return LogCost(
            nanosecondsPerLine: lineCount == 0 ? 0 : spent / lineCount,
            linesPerSecond: lineCount * 1_000_000 / max(1, elapsed / 1_000),
            lostCount: log.droppedCount,
            lagMedian: .nanoseconds(sorted[sorted.count / 2]),
            lagP99: .nanoseconds(sorted[sorted.count * 99 / 100]))
    }
}

/// A pipe that is full.
private struct Pipe: Sendable {
    let reading: Int32
    let writing: Int32

    init() throws(StartFailure) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw StartFailure("no pipe: errno \(errno)") }
        (reading, writing) = (ends[0], ends[1])
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
        let filler = [UInt8](repeating: 10, count: 65_536)
        while Glibc.write(writing, filler, filler.count) > 0 {}
        _ = fcntl(writing, F_SETFL, 0)
    }

    /// Closes the reading end, so that a writer blocked on the pipe returns.
    func drain() { close(reading) }
}

/// A handler without connections.
private final class LineWriter: ConnectionHandler {
    private let log: EventLog
    private(set) var spent = 0
    private(set) var lags: [Int] = []

    init(_ log: EventLog) {
        self.log = log
    }

    func write(_ count: Int) {
        let start = LoopClock.nanoseconds
        for number in 0..<count {
            log.write(
                .httpRefused, .connection(UInt64(number)), .status(431),
                .reason("head over the limit"), .limit(.headBytes, 8_192))
        }
        spent += LoopClock.nanoseconds - start
    }

    func answer(_ asked: Int) { lags.append(LoopClock.nanoseconds - asked) }

    func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<LineWriter>
    ) {}

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<LineWriter>
    ) {}

    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<LineWriter>
    ) {}
}

extension EventLoop where Handler == LineWriter {
    fileprivate var findings: (spent: Int, lags: [Int]) { (handler.spent, handler.lags) }
}

/// What one sample of a metric costs.
public enum CountCost {
    private static let times = 20_000_000

    /// Nanoseconds, by what is done.
    public static func measure() -> [(name: String, nanoseconds: Double)] {
        let samples = Samples()
        return [
            ("a count, by the thread that owns it", time { samples.count.add($0 & 1) }),
            ("a count, by any thread", time { samples.shared.addFromAnywhere($0 & 1) }),
            ("a histogram", time { samples.histogram.note(nanoseconds: ($0 & 1_023) * 4_096) }),
            ("to read the clock for it", time { samples.count.add(LoopClock.nanoseconds & $0) }),
        ]
    }

    private static func time(_ body: (Int) -> Void) -> Double {
        let start = LoopClock.nanoseconds
        for number in 0..<times { body(number) }
        return Double(LoopClock.nanoseconds - start) / Double(times)
    }
}

private final class Samples: Sendable {
    let count = Count()
    let shared = Count()
    let histogram = Histogram()
}
