import Dispatch
import Glibc
import Histogram

/// How a measurement went: its phases, and what the server had done by some moments.
struct Timeline: Equatable, Sendable {
    /// What a server has done so far.
    struct Moment: Equatable, Sendable {
        /// By ``MonotonicClock``, like those of phases.
        let time: UInt64
        /// Its process: another one begins anew.
        let process: Int32
        /// Its processor time in nanoseconds.
        let cpu: UInt64
        /// Messages that we have had from it.
        let heard: Int
    }

    /// Something that went on from that moment on.
    struct Phase: Equatable, Sendable {
        let time: UInt64
        let name: String
    }

    /// What a server did between two moments.
    struct Rate: Equatable, Sendable {
        /// In seconds since the beginning, the middle of the two.
        let at: Double
        let messagesPerSecond: Double
        /// Of one processor, in percent.
        let cpuPercent: Double
    }

    /// Beyond so many every other one is forgotten, which leaves a picture as it was.
    private static let momentsMax = 2048

    private(set) var phases: [Phase] = []
    private(set) var moments: [Moment] = []
    /// How far moments have to be apart.
    private var leastNanoseconds: UInt64 = 250_000_000

    /// A phase begins; of one that begins again at once, as a wave of many, the first counts.
    mutating func begin(_ name: String, at time: UInt64) {
        guard phases.last?.name != name else { return }
        phases.append(Phase(time: time, name: name))
    }

    /// Takes a moment in, unless it is too soon after another.
    ///
    /// - Returns: what the server did since then.
    mutating func note(_ moment: Moment) -> Rate? {
        guard let last = moments.last else {
            moments.append(moment)
            return nil
        }
        guard moment.time >= last.time &+ leastNanoseconds else { return nil }
        moments.append(moment)
        if moments.count > Self.momentsMax { thin() }
        return rate(from: last, to: moment)
    }

    /// What the servers did, from moment to moment; what lies between two processes is left out.
    var rates: [Rate] { zip(moments, moments.dropFirst()).compactMap(rate) }

    /// Seconds since the first phase.
    func seconds(at time: UInt64) -> Double {
        let start = phases.first?.time ?? moments.first?.time ?? time
        return Double(time - min(time, start)) / 1e9
    }

    private func rate(from one: Moment, to other: Moment) -> Rate? {
        guard one.process == other.process, other.time > one.time, other.cpu >= one.cpu,
            other.heard >= one.heard
        else { return nil }
        let seconds = Double(other.time - one.time) / 1e9
        return Rate(
            at: self.seconds(at: one.time + (other.time - one.time) / 2),
            messagesPerSecond: Double(other.heard - one.heard) / seconds,
            cpuPercent: Double(other.cpu - one.cpu) / 1e7 / seconds)
    }

    private mutating func thin() {
        moments = moments.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        leastNanoseconds *= 2
    }
}

/// The clock that latencies are measured by.
enum MonotonicClock {
    /// Nanoseconds since some fixed moment; the same for all threads.
    static func nanoseconds() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) ?? 0 }

    /// What a clock of the system shows; nil if there is no such clock.
    static func nanoseconds(of clock: clockid_t) -> UInt64? {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return nil }
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }

    /// What the wall clock shows, in milliseconds since 1970.
    static func wallMilliseconds() -> Int64 {
        Int64(clamping: (nanoseconds(of: CLOCK_REALTIME) ?? 0) / 1_000_000)
    }

    /// Returns when so much time has passed.
    static func pass(_ milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
                continuation.resume()
            }
        }
    }
}

extension UInt64 {
    /// Of so many nanoseconds, the microseconds for one of so many things.
    func microseconds(each count: Int) -> Double {
        Double(self) / 1e3 / Double(Swift.max(1, count))
    }
}

/// How long many things took, to three digits.
struct Latencies: Sendable {
    private var histogram = Histogram<UInt64>(
        highestTrackableValue: 3_600_000_000_000, numberOfSignificantValueDigits: .three)

    /// Nothing yet.
    init() {}

    var count: Int { Int(clamping: histogram.totalCount) }

    /// Takes note of one; what cannot be, an end before its beginning, counts as 0.
    mutating func record(from start: UInt64, to end: UInt64) {
        histogram.record(end > start ? end - start : 0)
    }

    /// Forgets everything, and keeps the memory.
    mutating func reset() { histogram.reset() }

    /// Takes in what another has.
    mutating func add(_ other: Self) { histogram.add(other.histogram) }

    /// The time within which so many of a hundred were done, in microseconds; 0 if there are none.
    func microseconds(percentile: Double) -> Double {
        guard histogram.totalCount > 0 else { return 0 }
        return Double(histogram.valueAtPercentile(percentile)) / 1000
    }
}

// MARK: - As a report shows them

extension Latencies {
    /// What is reported: of so many of a hundred, and of the slowest.
    static let ladder: [(name: String, percentile: Double)] = [
        ("p50", 50), ("p90", 90), ("p99", 99), ("p99.9", 99.9), ("max", 100),
    ]

    /// In microseconds, in the order of the ladder.
    var steps: [Double] { Self.ladder.map { microseconds(percentile: $0.percentile) } }

    /// How long the slowest took, down to the slowest one of all.
    ///
    /// - Returns: `(0, p0)`, `(1, p90)`, `(2, p99)` and so on, with steps between them; nothing
    ///   without a thing that was timed.
    func curve(pointsPerNine: Int = 20) -> [LinePlot.Point] {
        guard count > 0 else { return [] }
        let nines = max(1, log10(Double(count)))
        let steps = 0..<Int((nines * Double(pointsPerNine)).rounded(.up))
        let points = steps.map { step in
            let x = Double(step) / Double(pointsPerNine)
            return LinePlot.Point(x: x, y: microseconds(percentile: 100 * (1 - pow(10, -x))))
        }
        return points + [LinePlot.Point(x: nines, y: microseconds(percentile: 100))]
    }
}

extension Latencies: Encodable {
    private enum CodingKeys: CodingKey {
        case count, p50Microseconds, p90Microseconds, p99Microseconds, p999Microseconds
        case maxMicroseconds
    }

    /// How many there were, and the ladder; the rest is on the page.
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(count, forKey: .count)
        let keys: [CodingKeys] = [
            .p50Microseconds, .p90Microseconds, .p99Microseconds, .p999Microseconds,
            .maxMicroseconds,
        ]
        for (key, step) in zip(keys, steps) { try object.encode(step, forKey: key) }
    }
}
