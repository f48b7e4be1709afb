/// Says words aloud: the port behind which speech is made.
///
/// It takes its time elsewhere: no thread of the caller's waits.
public protocol Pronouncer: Sendable {
    /// The languages that it speaks, as ISO 639 codes; empty: none, nothing is installed for it.
    var languages: Set<String> { get }

    /// How many words wait or are being spoken.
    var busyCount: Int { get }

    /// What is there already, without any work: some 100 µs of reading a file.
    ///
    /// - Returns: nil when it has to be made.
    func kept(_ word: String, in language: String) -> SpokenWord?

    /// Speaks a word.
    ///
    /// - Parameters:
    ///   - word: of a dictionary; at most 64 characters.
    ///   - user: who wants to hear it; users take turns.
    ///   - take: is told once, on any thread; at once when it is there already, or is refused.
    func speak(
        _ word: String, in language: String, for user: Int64,
        _ take: @escaping @Sendable (Result<SpokenWord, SpeechFailure>) -> Void)
}

/// A spoken word, as an Ogg Opus file.
///
/// - Source: RFC 7845.
public struct SpokenWord: Equatable, Sendable {
    /// The file; some 4 KiB.
    public let bytes: [UInt8]

    /// Its kind, as HTTP says it.
    public static let contentType = "audio/ogg; codecs=opus"

    /// - Parameter bytes: the file.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// Why nothing was spoken or judged.
public enum SpeechFailure: Error, Equatable, Sendable {
    /// What it takes is not installed, or not for that language.
    case off
    /// Too many wait already; worth another try after some time.
    case full(retryAfter: Duration)
    /// The worker did not do it: it crashed, was too slow, or went over one of its limits.
    case failed(String)
    /// The word cannot be judged: it is not among those whose sounds are known.
    case unknownWord
}
