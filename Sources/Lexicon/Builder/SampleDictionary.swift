/// A dictionary of made-up words, for simulations and load tests: as many of each level, and the
/// test knows every answer.
public enum SampleDictionary {
    /// A word.
    public struct Entry: Equatable, Sendable {
        /// Six letters.
        public let word: String
        /// 1 to 5.
        public let level: Int
        /// What it means, without the word.
        public let definition: String
        /// An example, with the word.
        public let sentence: String
    }

    /// So many that the words of a contest hardly ever repeat.
    private static let levelCount = 600
    /// Prime, and no divisor of the number of words that there could be.
    private static let stride = 7_919
    private static let consonants = Array("bdfgklmnprstvz")
    private static let vowels = Array("aeiou")

    /// All of it.
    public static let entries: [Entry] = WordLevel.allCases.flatMap { level in
        (0..<levelCount).map { entry(level.rawValue * levelCount + $0, level) }
    }

    /// Writes the file, as the builder of real ones does.
    ///
    /// - Throws: when it cannot be written.
    public static func write(to path: String) throws(SourceFailure) {
        var draft = DictionaryDraft(
            language: "en", sources: "made up", categories: WordNet.categories)
        let category = WordNet.categories.firstIndex(of: "noun.artifact") ?? 0
        for (place, entry) in entries.enumerated() {
            let level = WordLevel(rawValue: entry.level) ?? .beginner
            draft.synsets.append(
                DictionaryDraft.Synset(
                    part: .noun, category: category, definition: entry.definition,
                    examples: [entry.sentence], words: [entry.word]))
            draft.words.append(
                DictionaryDraft.Word(
                    key: entry.word, word: entry.word,
                    frequency: WordFrequency(hundredths: level.floor.hundredths + 10),
                    senses: [.init(synset: place, isPlain: true, tagCount: 1)]))
        }
        try DictionaryWriter(draft).write(to: path)
    }

    private static func entry(_ number: Int, _ level: WordLevel) -> Entry {
        var rest = number * stride
        var word = ""
        for _ in 0..<3 {
            word.append(consonants[rest % consonants.count])
            rest /= consonants.count
            word.append(vowels[rest % vowels.count])
            rest /= vowels.count
        }
        return Entry(
            word: word, level: level.rawValue, definition: "thing \(number) of its kind",
            sentence: "they sold the \(word) in shop \(number)")
    }
}
