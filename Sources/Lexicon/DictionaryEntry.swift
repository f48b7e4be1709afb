/// All that a dictionary says of a word.
public struct DictionaryEntry: Equatable, Sendable {
    /// The word as it is written: "Paris", "hot dog".
    public let word: String
    /// How often it is used; nil when that is unknown.
    public let frequency: WordFrequency?
    /// How hard it is; nil for one that is not asked in games.
    public let level: WordLevel?
    /// How it is spoken, in the International Phonetic Alphabet; empty when that is not known.
    public let ipa: String
    /// The pronunciations, in the sounds of the judge ("HH AW S"); empty: a recording cannot be
    /// judged.
    public let sounds: [String]
    /// What it means, the most usual first; never empty.
    public let senses: [DictionarySense]

    /// - Parameters: as the properties.
    public init(
        word: String, frequency: WordFrequency?, level: WordLevel?, ipa: String,
        sounds: [String], senses: [DictionarySense]
    ) {
        (self.word, self.frequency, self.level) = (word, frequency, level)
        (self.ipa, self.sounds, self.senses) = (ipa, sounds, senses)
    }

    /// Whether a recording of it can be judged.
    public var isSpeakable: Bool { !sounds.isEmpty }
}

/// One meaning of a word.
public struct DictionarySense: Equatable, Sendable {
    /// Its number among those of the word, from 1 on.
    public let number: Int
    /// What kind of word it is then.
    public let part: PartOfSpeech
    /// Its subject: "noun.animal".
    public let category: String
    /// What it means, in words.
    public let definition: String
    /// Sentences that use it, or a word of the same meaning.
    public let examples: [String]
    /// Other words of that meaning.
    public let synonyms: [String]

    /// - Parameters: as the properties.
    public init(
        number: Int, part: PartOfSpeech, category: String, definition: String,
        examples: [String], synonyms: [String]
    ) {
        (self.number, self.part, self.category) = (number, part, category)
        (self.definition, self.examples, self.synonyms) = (definition, examples, synonyms)
    }
}

/// A word in a list of words.
public struct DictionarySummary: Equatable, Sendable {
    /// The word as it is written.
    public let word: String
    /// How often it is used; nil when that is unknown.
    public let frequency: WordFrequency?
    /// How hard it is; nil for one that is not asked in games.
    public let level: WordLevel?
    /// Its most usual meaning.
    public let definition: String

    /// - Parameters: as the properties.
    public init(
        word: String, frequency: WordFrequency?, level: WordLevel?, definition: String
    ) {
        (self.word, self.frequency) = (word, frequency)
        (self.level, self.definition) = (level, definition)
    }
}

/// One meaning of a word that was drawn.
public struct DrawnWord: Equatable, Sendable {
    /// The word as it is written.
    public let word: String
    /// How often it is used; nil when that is unknown.
    public let frequency: WordFrequency?
    /// How hard it is; nil for one that is not asked in games.
    public let level: WordLevel?
    /// How it is spoken, in the International Phonetic Alphabet; empty when that is not known.
    public let ipa: String
    /// The pronunciations, in the sounds of the judge ("HH AW S"); empty: a recording cannot be
    /// judged.
    public let sounds: [String]
    /// The meaning.
    public let sense: DictionarySense

    /// - Parameters: as the properties.
    public init(
        word: String, frequency: WordFrequency?, level: WordLevel?, ipa: String,
        sounds: [String], sense: DictionarySense
    ) {
        (self.word, self.frequency, self.level) = (word, frequency, level)
        (self.ipa, self.sounds, self.sense) = (ipa, sounds, sense)
    }

    /// Whether a recording of it can be judged.
    public var isSpeakable: Bool { !sounds.isEmpty }
}
