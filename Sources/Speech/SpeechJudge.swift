/// Judges how a word was spoken: the port behind which recordings are listened to.
///
/// It takes its time elsewhere: no thread of the caller's waits.
public protocol SpeechJudge: Sendable {
    /// The languages that it understands, as ISO 639 codes; empty: none, nothing is installed.
    var languages: Set<String> { get }

    /// Listens to a recording.
    ///
    /// - Parameters:
    ///   - target: the word that was to be spoken.
    ///   - others: words that it may be taken for, at most 20; more of them make it stricter.
    ///   - take: is told once, on any thread.
    func judge(
        _ recording: Recording, of target: String, among others: [String], in language: String,
        _ take: @escaping @Sendable (Result<SpeechVerdict, SpeechFailure>) -> Void)
}

/// What was heard in a recording.
public struct SpeechVerdict: Equatable, Sendable {
    /// The word that it sounds like most, of those that it could be; nil: like none.
    public let heard: String?
    /// How well each word of the target was spoken, in order.
    public let words: [SpokenScore]

    /// How well the target was spoken, 0…100: the worst of its words.
    public var score: Int { words.map(\.score).min() ?? 0 }

    /// - Parameters: as the properties.
    public init(heard: String?, words: [SpokenScore]) { (self.heard, self.words) = (heard, words) }
}

/// How well one word was spoken.
public struct SpokenScore: Equatable, Sendable {
    /// Which.
    public let word: String
    /// 0…100; 50 and more is understood.
    public let score: Int

    /// - Parameters: as the properties.
    public init(word: String, score: Int) { (self.word, self.score) = (word, score) }
}
