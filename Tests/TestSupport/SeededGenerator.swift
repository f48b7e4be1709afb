/// SplitMix64: the same seed gives the same test on every machine.
///
/// - Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator at the start of its run.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` - 1; 0 for a bound under 2.
    public mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next(upperBound: UInt64(max(1, bound))))
    }

    /// That many bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
