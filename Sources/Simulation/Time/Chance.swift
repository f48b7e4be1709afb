import SplitMix

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
