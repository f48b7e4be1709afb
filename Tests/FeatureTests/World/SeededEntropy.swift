import Kernel
import Synchronization
import TestSupport

/// The same "random" bytes in every run: for each speaker others, whatever is drawn for the rest.
final class SeededEntropy: Sendable {
    private struct State {
        var sources: [String: SeededGenerator] = [:]
        var speaker = ""
        var isApart = false
        var counts: [String: UInt32] = [:]
        var isCounting = false
        var drawn: [UInt32] = []
    }

    private let seed: UInt64
    private let state = Mutex(State())

    init(seed: UInt64) { self.seed = seed }

    /// From now on chance is of this person's commands; empty: of what the daemon does by itself.
    func speaks(_ name: String) {
        state.withLock { $0.speaker = $0.isApart ? "apart \(name)" : name }
    }

    /// Does something whose chance is not taken from what is drawn otherwise: so that of two
    /// worlds in one of which it is done, both draw the same.
    func apart(_ body: () throws -> Void) rethrows {
        state.withLock { $0.isApart = true }
        defer { state.withLock { $0.isApart = false } }
        try body()
    }

    /// From now on numbers are counted: what is to be found out.
    func count() { state.withLock { $0.isCounting = true } }

    func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            guard count != DrawnNumber.byteCount else {
                state.counts[state.speaker, default: 0] += 1
                let total = UInt32(state.drawn.count)
                let bytes =
                    state.isCounting
                    ? [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: total >> $0) }
                    : Self.draw(state.counts[state.speaker] ?? 0, by: state.speaker)
                state.drawn.append(DrawnNumber.number(of: bytes))
                return bytes
            }
            let own = state.speaker.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) }
            return state.sources[state.speaker, default: SeededGenerator(seed: own)].bytes(count)
        }
    }

    fileprivate static func draw(_ count: UInt32, by name: String) -> [UInt8] {
        var chance = SeededGenerator(seed: FNV1a("\(name) \(count)".utf8).digest)
        return chance.bytes(DrawnNumber.byteCount)
    }

    /// The numbers that were drawn since the last time that it was asked.
    func takeDrawn() -> [UInt32] {
        state.withLock { state in
            defer { state.drawn = [] }
            return state.drawn
        }
    }
}

/// Names of files, from the same chance.
struct SeededNames: RandomNumberGenerator, Sendable {
    let entropy: SeededEntropy

    mutating func next() -> UInt64 { entropy.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

extension UInt32 {
    /// The number that a user's commands draw as their first, second …
    static func drawn(_ count: UInt32 = 1, by name: String) -> UInt32 {
        DrawnNumber.number(of: SeededEntropy.draw(count, by: name))
    }
}
