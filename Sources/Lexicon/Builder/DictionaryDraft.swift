/// A dictionary under construction: the content of its sources, before it is written into a file.
struct DictionaryDraft {
    /// A meaning, with all words that have it.
    struct Synset {
        let part: PartOfSpeech
        /// The index in `categories`.
        let category: Int
        let definition: String
        var examples: [String]
        var words: [String]
        /// Whether games may show its definition.
        var isAsked = true
    }

    /// A word, and its meanings.
    struct Word {
        /// In lower case.
        let key: String
        /// The spelling.
        let word: String
        var frequency: WordFrequency?
        var ipa = ""
        var sounds: [String] = []
        /// The most usual meaning first.
        let senses: [Sense]
        /// Whether another meaning was left out as an insult: games do not ask the word.
        var insults = false

        /// The difficulty; nil for a word that games do not ask.
        var level: WordLevel? { frequency.flatMap(WordLevel.init(of:)) }
    }

    struct Sense {
        /// The index in `synsets`.
        let synset: Int
        /// Whether the word is in lower case with that meaning, so it is no name.
        let isPlain: Bool
        /// How often the word has that meaning in tagged texts.
        let tagCount: Int
    }

    let language: String
    /// The sources, for display.
    let sources: String
    /// By number.
    let categories: [String]
    var synsets: [Synset] = []
    var words: [Word] = []
    /// Irregular forms, and the word of each.
    var forms: [(key: String, lemma: String)] = []
}

/// The words that games draw, and their meanings.
struct DictionaryPools {
    /// A word by its index in the draft, and a meaning by its number.
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

    /// A word of letters that a player can type: no name, no phrase, no abbreviation.
    private static func isPlain(_ key: String) -> Bool {
        (3...20).contains(key.utf8.count)
            && key.unicodeScalars.allSatisfy { $0.properties.isAlphabetic }
    }

    /// Frequent words have obscure meanings ("he", an element): only those found in tagged texts
    /// are asked. Of rarer words, which few texts contain, the first meaning is.
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
