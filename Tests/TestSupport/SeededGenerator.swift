import SplitMix

/// Chance in tests: the same seed gives the same test on every machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var source: SplitMix64

    /// A generator at the start of its run.
    public init(seed: UInt64) { source = SplitMix64(seed: seed) }

    /// The next 64 bits.
    public mutating func next() -> UInt64 { source.next() }

    /// A number from 0 to `bound` - 1; 0 for a bound under 2.
    public mutating func below(_ bound: Int) -> Int { source.below(bound) }

    /// That many bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] { source.bytes(count) }
}
