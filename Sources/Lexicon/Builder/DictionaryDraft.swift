/// A dictionary that is being made: what its sources say, before it is written into a file.
struct DictionaryDraft {
    /// A meaning, with all words that have it.
    struct Synset {
        let part: PartOfSpeech
        /// By its number among `categories`.
        let category: Int
        let definition: String
        var examples: [String]
        var words: [String]
        /// Whether games may show its definition.
        var isAsked = true
    }

    /// A word, and its meanings.
    struct Word {
        /// In small letters.
        let key: String
        /// As it is written.
        let word: String
        var frequency: WordFrequency?
        var ipa = ""
        var sounds: [String] = []
        /// The most usual first.
        let senses: [Sense]
        /// Whether it insults in another meaning, which was left out: games do not ask it.
        var insults = false

        /// How hard it is; nil for one that games do not ask.
        var level: WordLevel? { frequency.flatMap(WordLevel.init(of:)) }
    }

    struct Sense {
        /// By its place among `synsets`.
        let synset: Int
        /// Whether the word is written in small letters when it means that: it is no name.
        let isPlain: Bool
        /// How often somebody who read texts found the word to mean that.
        let tagCount: Int
    }

    let language: String
    /// What it was made from, for people.
    let sources: String
    /// By their numbers.
    let categories: [String]
    var synsets: [Synset] = []
    var words: [Word] = []
    /// Irregular forms, and the word of each.
    var forms: [(key: String, lemma: String)] = []
}

/// Which words are drawn, and in which of their meanings.
struct DictionaryPools {
    /// A word by its place in the draft, and a meaning by its number.
    struct Member { let word: Int, number: Int }

    private(set) var members: [PoolKey: [Member]] = [:]

    init(of draft: DictionaryDraft) {
        for (index, word) in draft.words.enumerated() {
            guard let level = word.level, !word.insults, Self.isPlain(word.key) else { continue }
            for use in WordUse.allCases {
                var themes: Set<Theme> = []
                for (place, sense) in word.senses.enumerated()
                where Self.isUsual(sense, place, of: word, level) {
                    let synset = draft.synsets[sense.synset]
                    guard synset.isAsked, Self.suits(synset, word, use) else { continue }
                    let member = Member(word: index, number: place + 1)
                    // The most usual meaning of each theme.
                    for theme in [Theme.any, .part(synset.part), .category(synset.category)]
                    where themes.insert(theme).inserted {
                        members[PoolKey(use, level, theme), default: []].append(member)
                    }
                }
            }
        }
    }

    /// A word of letters that a player can write: no name, no phrase, no abbreviation.
    private static func isPlain(_ key: String) -> Bool {
        (3...20).contains(key.utf8.count)
            && key.unicodeScalars.allSatisfy { $0.properties.isAlphabetic }
    }

    /// Frequent words have meanings that nobody knows ("he", an element): only those are asked that
    /// were found in texts. Of rarer ones, which few texts have, the first.
    private static func isUsual(
        _ sense: DictionaryDraft.Sense, _ place: Int, of word: DictionaryDraft.Word,
        _ level: WordLevel
    ) -> Bool {
        guard sense.isPlain else { return false }
        return sense.tagCount > 0 || place == 0 && level >= .medium
    }

    private static func suits(
        _ synset: DictionaryDraft.Synset, _ word: DictionaryDraft.Word, _ use: WordUse
    ) -> Bool {
        switch use {
        case .any: true
        case .gap: synset.examples.contains { WordMask(word.word).finds(in: $0) }
        case .speaking: !word.sounds.isEmpty
        }
    }
}
