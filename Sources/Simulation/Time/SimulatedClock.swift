import Kernel
import SplitMix
import Synchronization

/// The wall clock of a simulated daemon's machine. It advances with the world's time, and jumps
/// when an operator sets it.
final class SimulatedClock: Sendable {
    private struct Reading {
        var passed = Duration.zero
        var skew = Duration.zero
    }

    /// 2026-11-20T12:00:00Z.
    private static let start = Moment(unixMilliseconds: 1_795_176_000_000)
    private let reading: Mutex<Reading>
    /// The clock that this one follows; nil: it runs by itself.
    private let model: SimulatedClock?

    init() {
        reading = Mutex(Reading())
        model = nil
    }

    /// The clock of another machine, ahead of `model` by a constant `skew`.
    init(following model: SimulatedClock, by skew: Duration) {
        reading = Mutex(Reading(skew: skew))
        self.model = model
    }

    /// What the clock shows.
    var moment: Moment {
        let (passed, skew) = reading.withLock { ($0.passed, $0.skew) }
        return (model?.moment ?? Self.start).advanced(by: passed + skew)
    }

    func passed(_ time: Duration) { reading.withLock { $0.passed = time } }

    /// Sets the clock forwards, or (when negative) back.
    func jump(by duration: Duration) { reading.withLock { $0.skew += duration } }
}

/// The random bytes of a simulated daemon.
final class SimulatedEntropy: Sendable {
    private struct State {
        var chance: Chance
        var drawn: [UInt32] = []
        var count: UInt32 = 0
    }

    private let state: Mutex<State>
    /// A deliberate bug: numbers are counted, and not drawn.
    private let counts: Bool

    init(seed: UInt64, _ node: Int = 0, counts: Bool = false) {
        let own = seed &+ UInt64(node) &* 0x9E37_79B9
        state = Mutex(State(chance: Chance(seed: own ^ 0x5EED)))
        self.counts = counts
    }

    func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            guard count == DrawnNumber.byteCount else {
                return (0..<count).map { _ in UInt8(truncatingIfNeeded: state.chance.next()) }
            }
            state.count += 1
            let bits = counts ? state.count : UInt32(truncatingIfNeeded: state.chance.next())
            let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
            state.drawn.append(DrawnNumber.number(of: bytes))
            return bytes
        }
    }

    /// The numbers that were drawn since the last time that it was asked.
    func takeDrawn() -> [UInt32] {
        state.withLock { state in
            defer { state.drawn = [] }
            return state.drawn
        }
    }
}

/// What is going to happen, and when: the only way in which simulated time passes.
///
/// Of what happens at the same time the one that was planned first comes first.
struct Agenda {
    private struct Entry {
        let time: Duration
        let number: UInt64
        let happen: () -> Void

        func comesBefore(_ other: Entry) -> Bool {
            time == other.time ? number < other.number : time < other.time
        }
    }

    /// A binary heap, the next entry first.
    private var heap: [Entry] = []
    private var count: UInt64 = 0

    /// Plans something.
    mutating func add(at time: Duration, _ happen: @escaping () -> Void) {
        count += 1
        heap.append(Entry(time: time, number: count, happen: happen))
        var child = heap.count - 1
        while child > 0, heap[child].comesBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// When the next thing happens; nil if nothing is planned.
    var nextTime: Duration? { heap.first?.time }

    /// Takes out what happens next.
    mutating func takeNext() -> (time: Duration, happen: () -> Void)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.time, first.happen)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var next = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].comesBefore(heap[next]) {
                next = child
            }
            guard next != parent else { return }
            heap.swapAt(parent, next)
            parent = next
        }
    }
}

/// All chance there is in a simulated world, so that a seed is the whole story.
struct Chance: RandomNumberGenerator {
    private var source: SplitMix64

    init(seed: UInt64) {
        // Neighbouring seeds are to begin far apart.
        source = SplitMix64(seed: seed &* 0xD134_2543_DE82_EF95 &+ 0x2545_F491_4F6C_DD1D)
    }

    mutating func next() -> UInt64 { source.next() }

    /// A number from 0 to `bound` - 1; 0 for a bound under 2.
    mutating func below(_ bound: Int) -> Int { source.below(bound) }

    /// A number of the range.
    mutating func number(_ range: ClosedRange<Int>) -> Int { source.number(range) }

    /// True that often of a hundred times.
    mutating func percent(_ share: Int) -> Bool { source.percent(share) }

    /// True that often of a thousand times.
    mutating func permille(_ share: Int) -> Bool { below(1000) < share }

    /// Some time of the range, in milliseconds and their thousandths.
    mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
        .microseconds(number(range.lowerBound * 1000...range.upperBound * 1000))
    }

    /// One of them; nil when there is none.
    mutating func pick<Options: RandomAccessCollection>(_ options: Options) -> Options.Element? {
        guard !options.isEmpty else { return nil }
        return options[options.index(options.startIndex, offsetBy: below(options.count))]
    }
}
