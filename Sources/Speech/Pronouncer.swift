/// Speaks words: the port to speech synthesis.
///
/// It works on its own threads and does not block the caller's.
public protocol Pronouncer: Sendable {
    /// The languages that it speaks, as ISO 639 codes; empty when no synthesizer is installed.
    var languages: Set<String> { get }

    /// How many words wait or are being spoken.
    var busyCount: Int { get }

    /// A word from the cache, without any synthesis: some 100 µs to read a file.
    ///
    /// - Returns: nil when the word has to be spoken first.
    func kept(_ word: String, in language: String) -> SpokenWord?

    /// Speaks a word.
    ///
    /// - Parameters:
    ///   - word: of a dictionary; at most 64 characters.
    ///   - user: the user who requests it; users take turns.
    ///   - take: called once, on any thread; immediately when the word is cached, or the request is
    ///     refused.
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

    /// Its media type in HTTP.
    public static let contentType = "audio/ogg; codecs=opus"

    /// - Parameter bytes: the file.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// Why a word was not spoken, or a recording not judged.
public enum SpeechFailure: Error, Equatable, Sendable {
    /// The programs are not installed, or not for that language.
    case off
    /// Too many requests wait already; worth a retry after some time.
    case full(retryAfter: Duration)
    /// The worker failed: it crashed, was too slow, or exceeded one of its limits.
    case failed(String)
    /// The word cannot be judged: it is not among those whose sounds are known.
    case unknownWord
}
