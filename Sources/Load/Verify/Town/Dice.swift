/// Chance by a seed: the same seed gives the same run of faults. SplitMix64.
///
/// - Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014)
struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Dice of their own for one of many, so that none depends on how fast others throw.
    init(seed: UInt64, of number: Int) {
        state = seed ^ (UInt64(truncatingIfNeeded: number) &+ 1) &* 0xD1B5_4A32_D192_ED03
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of that range.
    mutating func roll(_ range: ClosedRange<Int>) -> Int {
        let width = UInt64(range.upperBound - range.lowerBound) + 1
        return range.lowerBound + Int(next(upperBound: width))
    }

    /// Whether something happens that does so in that many of a hundred cases.
    mutating func happens(percent: Int) -> Bool { roll(1...100) <= percent }
}
