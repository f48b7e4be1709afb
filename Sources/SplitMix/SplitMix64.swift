/// Chance by a seed: the same seed gives the same numbers on every machine.
///
/// Small, fast and even; nothing for secrets.
///
/// - Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014)
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The beginning of the numbers of that seed.
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

    /// A number of the range, which has not more than `Int.max` of them.
    public mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// True that often of a hundred times.
    public mutating func percent(_ share: Int) -> Bool { below(100) < share }

    /// That many bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
