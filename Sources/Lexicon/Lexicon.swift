/// A dictionary of one language: the port behind which its words lie.
///
/// Every function may be called on any thread, and looks into memory or a file that is mapped into
/// it: some 10 µs each. None belongs on an event loop.
public protocol Lexicon: Sendable {
    /// Its language, as an ISO 639 code: "en".
    var language: String { get }
    /// How many words it has.
    var wordCount: Int { get }
    /// The subjects that words are drawn from, by name: "noun.animal", "verb.motion", …
    var categories: [WordCategory] { get }

    /// All that it says of a word.
    ///
    /// - Parameter word: as a person types it: capitals and spaces around do not matter, nor do the
    ///   apostrophes and hyphens of keyboards, and accents only where the dictionary has both. An
    ///   inflected form leads to its word ("mice" to "mouse").
    /// - Returns: nil when there is no such word.
    /// - Throws: when the file cannot be read any more.
    func entry(of word: String) throws(LexiconFailure) -> DictionaryEntry?

    /// Words that begin like that, in the order of their letters.
    ///
    /// - Parameters:
    ///   - prefix: one character at least; capitals do not matter.
    ///   - after: the word that the page before ended with; empty for the first page.
    ///   - limit: most words, 1…100.
    func words(
        from prefix: String, after: String, limit: Int
    ) throws(LexiconFailure) -> [DictionarySummary]

    /// Draws one word, each of the fitting ones with the same probability.
    ///
    /// - Parameter chance: a random number; the same number gives the same word.
    /// - Returns: nil when no word is what was wished for.
    func draw(_ wish: WordWish, by chance: UInt64) throws(LexiconFailure) -> DrawnWord?

    /// Words that a player may take for another one: of the same part of speech and the same level,
    /// and none of the same meaning.
    ///
    /// - Parameters:
    ///   - count: how many, 1…20.
    ///   - use: what they must be good for.
    ///   - category: the subject of all their meanings, by name; nil: any.
    ///   - chance: a random number; the same number gives the same words.
    /// - Returns: `count` different words and different definitions; fewer when there are no more.
    func distractors(
        for word: DrawnWord, count: Int, use: WordUse, category: String?, by chance: UInt64
    ) throws(LexiconFailure) -> [DrawnWord]

    /// A meaning that was drawn before, by its word and number.
    ///
    /// - Returns: nil when the dictionary draws no such meaning: it has been replaced meanwhile, by
    ///   one without the word, or by one that knows it for an insult.
    func sense(_ number: Int, of word: String) throws(LexiconFailure) -> DrawnWord?
}

/// Why a dictionary cannot be used.
public struct LexiconFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: Equatable, Sendable {
        /// There is no such file, or it cannot be opened.
        case missing
        /// It is something else.
        case foreign
        /// Its end is missing.
        case cutOff
        /// Another version of the program has made it.
        case version
        /// It has been damaged.
        case damaged
    }

    /// What is wrong.
    public let kind: Kind
    /// The same for an operator, with the file's name.
    public let description: String

    /// - Parameters: as the properties.
    public init(_ kind: Kind, _ description: String) {
        (self.kind, self.description) = (kind, description)
    }
}

/// What kind of word is to be drawn.
public struct WordWish: Equatable, Sendable {
    /// How hard; nil: of any level.
    public var level: WordLevel?
    /// The subject of its meaning, by name; nil: any.
    public var category: String?
    /// What it must be good for.
    public var use: WordUse

    /// - Parameters: as the properties.
    public init(level: WordLevel? = nil, category: String? = nil, use: WordUse = .any) {
        (self.level, self.category, self.use) = (level, category, use)
    }
}

/// What a drawn word must be good for.
public enum WordUse: Int, CaseIterable, Sendable {
    /// Anything.
    case any
    /// To be left out of a sentence: one of its examples has it, as it is written.
    case gap
    /// To be spoken: a recording of it can be judged.
    case speaking
}

/// A subject that words are drawn from.
///
/// - Source: the lexicographer files of WordNet, lexnames(5WN).
public struct WordCategory: Equatable, Hashable, Sendable {
    /// What it is called: "noun.animal".
    public let name: String
    /// How many words may be drawn from it.
    public let wordCount: Int

    /// - Parameters: as the properties.
    public init(name: String, wordCount: Int) {
        (self.name, self.wordCount) = (name, wordCount)
    }
}

/// What kind of word it is.
public enum PartOfSpeech: Int, CaseIterable, Sendable {
    case noun = 1
    case verb, adjective, adverb

    /// As people call it: "noun".
    public var name: String {
        switch self {
        case .noun: "noun"
        case .verb: "verb"
        case .adjective: "adjective"
        case .adverb: "adverb"
        }
    }
}
