/// Judges how a word was spoken: the port to speech recognition.
///
/// It works on its own threads and does not block the caller's.
public protocol SpeechJudge: Sendable {
    /// The languages that it understands, as ISO 639 codes; empty when no recognizer is installed.
    var languages: Set<String> { get }

    /// How many recordings wait or are being judged.
    var busyCount: Int { get }

    /// Judges a recording.
    ///
    /// - Parameters:
    ///   - target: the word to be spoken.
    ///   - others: words that it may be mistaken for, at most 20; more of them make the judgement
    ///     stricter.
    ///   - user: the speaker; users take turns.
    ///   - take: called once, on any thread.
    func judge(
        _ recording: Recording, of target: SpeakableWord, among others: [SpeakableWord],
        in language: String, for user: Int64,
        _ take: @escaping @Sendable (Result<SpeechVerdict, SpeechFailure>) -> Void)
}

/// A word that a recording can be compared with.
public struct SpeakableWord: Equatable, Sendable {
    /// Its spelling; one word.
    public let word: String
    /// Its pronunciations, each in the sounds of the judge's model: "HH AW S".
    public let sounds: [String]

    /// - Parameters: as the properties.
    public init(word: String, sounds: [String]) { (self.word, self.sounds) = (word, sounds) }
}

/// What was understood in a recording.
public struct SpeechVerdict: Equatable, Sendable {
    /// The word that it resembles most, of the given ones; nil: none of them.
    public let heard: String?
    /// How well the target was spoken, 0…100: how much less the recording resembles the target than
    /// arbitrary sounds.
    public let score: Int
    /// Whether it was understood as the target.
    public let isRight: Bool

    /// The least score of an understood word.
    public static let understood = 50

    /// - Parameters:
    ///   - heard: as the property.
    ///   - score: as the property; for another word it stays below `understood`.
    ///   - target: the word to be spoken.
    public init(heard: String?, score: Int, target: String) {
        self.heard = heard
        let isTarget = heard == target
        self.score = min(isTarget ? 100 : Self.understood - 1, max(0, score))
        isRight = isTarget && score >= Self.understood
    }
}
