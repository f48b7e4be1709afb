import SplitMix

/// Looks for words that may be taken for another one.
struct DistractorSearch {
    private let word: DrawnWord
    private let count: Int
    private var random: SplitMix64
    private var found: [DrawnWord] = []
    private var taken: Set<String>
    private var definitions: Set<String>

    init(for word: DrawnWord, count: Int, by chance: UInt64) {
        (self.word, self.count) = (word, count)
        random = SplitMix64(seed: chance)
        taken = Set(word.sense.synonyms + [word.word])
        definitions = [word.sense.definition]
    }

    /// Draws from the pool of its level, and where that has too few, from those beside it.
    ///
    /// - Parameter category: which has one part of speech alone; nil: all of the word's.
    mutating func run(
        on reader: DictionaryReader, _ use: WordUse, _ category: String?
    ) throws(LexiconFailure) -> [DrawnWord] {
        guard let theme = reader.theme(category, else: .part(word.sense.part)) else { return [] }
        let level = word.level ?? .expert
        let near = WordLevel.allCases.sorted { left, right in
            let (far, further) = (
                abs(left.rawValue - level.rawValue), abs(right.rawValue - level.rawValue)
            )
            return (far, left) < (further, right)
        }
        for level in near {
            let pool = PoolKey(use, level, theme)
            // Of a pool that has enough, few are drawn twice.
            for _ in 0..<(4 * count) where found.count < count {
                guard let next = try reader.draw(from: [pool], by: random.next()) else { break }
                take(next)
            }
            if found.count == count { break }
        }
        return found
    }

    private mutating func take(_ next: DrawnWord) {
        guard !taken.contains(next.word), !definitions.contains(next.sense.definition),
            !next.sense.synonyms.contains(word.word)
        else { return }
        taken.insert(next.word)
        definitions.insert(next.sense.definition)
        found.append(next)
    }
}
