/// Judges how a word was spoken: the port behind which recordings are listened to.
///
/// It takes its time elsewhere: no thread of the caller's waits.
public protocol SpeechJudge: Sendable {
    /// The languages that it understands, as ISO 639 codes; empty: none, nothing is installed.
    var languages: Set<String> { get }

    /// How many recordings wait or are being judged.
    var busyCount: Int { get }

    /// Listens to a recording.
    ///
    /// - Parameters:
    ///   - target: the word that was to be spoken.
    ///   - others: words that it may be taken for, at most 20; more of them make it stricter.
    ///   - user: who spoke; users take turns.
    ///   - take: is told once, on any thread.
    func judge(
        _ recording: Recording, of target: SpeakableWord, among others: [SpeakableWord],
        in language: String, for user: Int64,
        _ take: @escaping @Sendable (Result<SpeechVerdict, SpeechFailure>) -> Void)
}

/// A word that recordings can be judged by.
public struct SpeakableWord: Equatable, Sendable {
    /// As it is written; one word.
    public let word: String
    /// The ways to speak it, each in the sounds of the judge's model: "HH AW S".
    public let sounds: [String]

    /// - Parameters: as the properties.
    public init(word: String, sounds: [String]) { (self.word, self.sounds) = (word, sounds) }
}

/// What was heard in a recording.
public struct SpeechVerdict: Equatable, Sendable {
    /// The word that it sounds like most, of those that it could be; nil: like none.
    public let heard: String?
    /// How well the target was spoken, 0…100: how much less it sounds like the target than like any
    /// sounds at all.
    public let score: Int
    /// Whether it was understood as the target.
    public let isRight: Bool

    /// The least score of what was understood.
    public static let understood = 50

    /// - Parameters:
    ///   - heard: as the property.
    ///   - score: as the property; of another word it stays below what was understood.
    ///   - target: the word that was to be spoken.
    public init(heard: String?, score: Int, target: String) {
        self.heard = heard
        let isTarget = heard == target
        self.score = min(isTarget ? 100 : Self.understood - 1, max(0, score))
        isRight = isTarget && score >= Self.understood
    }
}
