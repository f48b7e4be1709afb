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
    private let chance: Mutex<Chance>

    init(seed: UInt64) { chance = Mutex(Chance(seed: seed ^ 0x5EED)) }

    func bytes(_ count: Int) -> [UInt8] {
        chance.withLock { chance in
            (0..<count).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        }
    }
}
