import Confinement
import Glibc
import Queues
import Synchronization

/// Speaks with espeak-ng, encodes with opusenc as Ogg Opus, and caches the results.
public final class ProgramPronouncer: Pronouncer {
    private typealias Take = @Sendable (Result<SpokenWord, SpeechFailure>) -> Void

    /// A word that is being spoken, or waits to be.
    private struct Key: Hashable {
        let word: String
        let language: String
    }

    /// espeak-ng's voices, by language.
    private static let voices = ["en": "en-us", "de": "de", "es": "es", "fr": "fr-fr"]
    /// The most bytes of a word: the dictionary's longest, and some reserve.
    private static let wordBytesMax = 128
    /// The most callers that wait for one word.
    private static let takersMax = 256

    /// The languages that it speaks.
    public let languages: Set<String>
    private let synthesizer: String
    private let encoder: String
    private let timeLimit: Duration
    private let note: SpeechOutcome.Note
    private let caches: [String: AudioCache]
    private let queue: WorkerQueue
    private let takers = Mutex<[Key: [Take]]>([:])

    /// - Parameters:
    ///   - languages: the languages to speak; unsupported ones are ignored.
    ///   - folder: where spoken words are cached.
    ///   - bytesMax: the most bytes of the cache.
    ///   - workers: how many work at once.
    ///   - waitingMax: the most words that wait.
    ///   - note: receives the outcome of each requested word.
    public init(
        _ programs: SpeechPrograms, languages: [String], keptIn folder: String,
        bytesMax: Int = 64 << 20, workers: Int = 1, waitingMax: Int = 64,
        noting note: @escaping SpeechOutcome.Note = { _ in }
    ) {
        let isWhole = programs.synthesizer != nil && programs.encoder != nil
        self.languages = isWhole ? Set(languages).intersection(Self.voices.keys) : []
        (synthesizer, encoder) = (programs.synthesizer ?? "", programs.encoder ?? "")
        (timeLimit, self.note) = (programs.timeLimit, note)
        queue = WorkerQueue(count: workers, waitingMax: waitingMax, name: "voice")
        let version = Self.version(of: synthesizer)
        var caches: [String: AudioCache] = [:]
        for language in self.languages {
            guard let voice = Self.voices[language] else { continue }
            caches[language] = AudioCache(
                in: folder, voice: "\(voice)-\(version)", bytesMax: bytesMax)
        }
        self.caches = caches
    }

    /// How many words wait or are being spoken.
    public var busyCount: Int { queue.busyCount }

    /// A word from the cache.
    public func kept(_ word: String, in language: String) -> SpokenWord? {
        caches[language]?.read(word).map { SpokenWord(bytes: $0) }
    }

    /// Speaks a word, once for all callers that request it meanwhile.
    public func speak(
        _ word: String, in language: String, for user: Int64,
        _ take: @escaping @Sendable (Result<SpokenWord, SpeechFailure>) -> Void
    ) {
        guard let cache = caches[language], let voice = Self.voices[language] else {
            return take(.failure(.off))
        }
        guard word.utf8.count <= Self.wordBytesMax, !word.isEmpty else {
            return take(.failure(.unknownWord))
        }
        if let kept = kept(word, in: language) {
            note(.kept)
            return take(.success(kept))
        }
        let key = Key(word: word, language: language)
        let isFirst: Bool? = takers.withLock { takers in
            let count = takers[key]?.count ?? 0
            guard count < Self.takersMax else { return nil }
            takers[key, default: []].append(take)
            return count == 0
        }
        guard let isFirst else {
            note(.refused)
            return take(.failure(full))
        }
        guard isFirst else { return }
        let isTaken = queue.submit(for: user) { [self] in
            let result = Result { () throws(SpeechFailure) in
                try make(word, in: voice, keeping: cache)
            }
            tell(result, key)
        }
        if !isTaken { tell(.failure(full), key) }
    }

    private func tell(_ result: Result<SpokenWord, SpeechFailure>, _ key: Key) {
        let waiting = takers.withLock { $0.removeValue(forKey: key) ?? [] }
        if let outcome = SpeechOutcome(result) { note(outcome) }
        for take in waiting { take(result) }
    }

    private var full: SpeechFailure { .full(retryAfter: .seconds(2)) }

    private func make(
        _ word: String, in voice: String, keeping cache: AudioCache
    ) throws(SpeechFailure) -> SpokenWord {
        // Text that begins with "-" would be an option, so it goes through the standard input.
        var synthesis = ConfinedProgram([
            synthesizer, "-v", voice, "-s", "150", "--stdout", "--stdin",
        ])
        synthesis.input = .bytes(Array(word.utf8))
        (synthesis.limits.coreSeconds, synthesis.limits.time) = (2, timeLimit)
        let speech = try synthesis.output()
        var encoding = ConfinedProgram([
            encoder, "--quiet", "--bitrate", "24", "--ignorelength", "--serial", "1", "-", "-",
        ])
        encoding.input = .bytes(speech)
        (encoding.limits.coreSeconds, encoding.limits.time) = (2, timeLimit)
        let audio = try encoding.output()
        guard audio.starts(with: "OggS".utf8) else { throw .failed("no audio was made") }
        cache.write(audio, of: word)
        return SpokenWord(bytes: audio)
    }

    /// The version of a program, for the cache: another version may speak differently.
    private static func version(of program: String) -> String {
        var facts = stat()
        guard stat(program, &facts) == 0 else { return "0" }
        return "\(facts.st_size)-\(facts.st_mtim.tv_sec)"
    }
}
