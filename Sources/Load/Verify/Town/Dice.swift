import SplitMix

/// Chance by a seed: the same seed gives the same run of faults.
struct Dice: RandomNumberGenerator, Sendable {
    private var source: SplitMix64

    init(seed: UInt64) { source = SplitMix64(seed: seed) }

    /// Dice of their own for one of many, so that none depends on how fast others throw.
    init(seed: UInt64, of number: Int) {
        self.init(seed: seed ^ (UInt64(truncatingIfNeeded: number) &+ 1) &* 0xD1B5_4A32_D192_ED03)
    }

    mutating func next() -> UInt64 { source.next() }

    /// A number of that range.
    mutating func roll(_ range: ClosedRange<Int>) -> Int { source.number(range) }

    /// Whether something happens that does so in that many of a hundred cases.
    mutating func happens(percent: Int) -> Bool { source.percent(percent) }
}
