import Lexicon
package import Wire

/// The words of a made-up dictionary: with this key, the answers are known.
package struct WordKey: Sendable {
    /// A word, and everything that a round may ask about it.
    package struct Entry: Equatable, Sendable {
        package let word: String
        package let level: UInt32
        package let definition: String

        package init(word: String, level: UInt32, definition: String) {
            (self.word, self.level, self.definition) = (word, level, definition)
        }
    }

    private var entries: [String: Entry] = [:]

    /// The key to the dictionary for simulations and load tests.
    package static let sample: WordKey = {
        var key = WordKey()
        for entry in SampleDictionary.entries {
            let level = UInt32(clamping: entry.level)
            key.add(
                Entry(word: entry.word, level: level, definition: entry.definition),
                sentence: entry.sentence)
        }
        return key
    }()

    /// No words.
    package init() {}

    /// - Parameter sentence: an example, with the word.
    package mutating func add(_ entry: Entry, sentence: String) {
        let gap = sentence.split(separator: " ").map { $0 == entry.word ? "____" : $0 }
        for prompt in [entry.word, entry.definition, gap.joined(separator: " ")] {
            entries[prompt] = entry
        }
    }

    /// The word that a round asks for; nil: it is not in this key.
    package func entry(of round: WordRound) -> Entry? { entries[round.prompt] }

    /// The right choice, from 1; nil: there is none, or more than one.
    package func choice(in round: WordRound) -> UInt32? {
        guard let entry = entry(of: round) else { return nil }
        let right = round.game == .chooseDefinition ? entry.definition : entry.word
        let places = round.choices.indices.filter { round.choices[$0] == right }
        return places.count == 1 ? UInt32(places[0] + 1) : nil
    }
}
