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
