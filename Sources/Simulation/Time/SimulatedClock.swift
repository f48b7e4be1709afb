import Kernel
import Synchronization

/// The wall clock of a simulated daemon's machine. It goes on with the world's time, and jumps
/// when somebody sets it.
final class SimulatedClock: Sendable {
    private struct Reading {
        var passed = Duration.zero
        var skew = Duration.zero
    }

    /// 2026-11-20T12:00:00Z.
    private static let start = Moment(unixMilliseconds: 1_795_176_000_000)
    private let reading: Mutex<Reading>
    /// The clock that this one follows; nil: it goes by itself.
    private let model: SimulatedClock?

    init() {
        reading = Mutex(Reading())
        model = nil
    }

    /// The clock of another machine, which is always so much ahead of `model`.
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

    /// Somebody sets the clock, forwards or (when negative) back.
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
