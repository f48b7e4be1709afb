/// All chance there is in a simulated world: SplitMix64, so that a seed is the whole story.
///
/// - Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        // Neighbouring seeds are to begin far apart.
        state = seed &* 0xD134_2543_DE82_EF95 &+ 0x2545_F491_4F6C_DD1D
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` - 1; 0 for a bound under 2.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next(upperBound: UInt64(max(1, bound))))
    }

    /// A number of the range.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// True that often of a hundred times.
    mutating func percent(_ share: Int) -> Bool { below(100) < share }

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
