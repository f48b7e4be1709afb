import Confinement
import Queues

/// Judges recordings with pocketsphinx: which of a few words a recording resembles most, and how
/// much less it resembles the target than arbitrary sounds.
///
/// - Source: docs/decisions/0039, with the figures.
public final class ProgramJudge: SpeechJudge {
    /// The languages that it understands.
    public let languages: Set<String>
    private let recognizer: String
    private let model: String
    private let timeLimit: Duration
    private let note: SpeechOutcome.Note
    private let queue: WorkerQueue
    /// The most words to choose from, the target included, and the most pronunciations of all of
    /// them.
    private static let (wordsMax, soundsMax) = (21, 128)

    /// - Parameters:
    ///   - workers: how many work at once.
    ///   - waitingMax: the most recordings that wait: some 160 KB each.
    ///   - note: receives the outcome of each recording.
    public init(
        _ programs: SpeechPrograms, workers: Int = 1, waitingMax: Int = 64,
        noting note: @escaping SpeechOutcome.Note = { _ in }
    ) {
        languages = programs.recognizer != nil && programs.model != nil ? ["en"] : []
        (recognizer, model) = (programs.recognizer ?? "", programs.model ?? "")
        (timeLimit, self.note) = (programs.timeLimit, note)
        queue = WorkerQueue(count: workers, waitingMax: waitingMax, name: "ear")
    }

    /// How many recordings wait or are being judged.
    public var busyCount: Int { queue.busyCount }

    /// Judges a recording.
    public func judge(
        _ recording: Recording, of target: SpeakableWord, among others: [SpeakableWord],
        in language: String, for user: Int64,
        _ take: @escaping @Sendable (Result<SpeechVerdict, SpeechFailure>) -> Void
    ) {
        let tell: @Sendable (Result<SpeechVerdict, SpeechFailure>) -> Void = { [note] result in
            if let outcome = SpeechOutcome(result) { note(outcome) }
            take(result)
        }
        guard languages.contains(language) else { return tell(.failure(.off)) }
        let words = [target] + others.filter { $0.word != target.word }.prefix(Self.wordsMax - 1)
        guard let grammar = Grammar(words), let alone = Grammar([target]),
            words.reduce(0, { $0 + $1.sounds.count }) <= Self.soundsMax
        else { return tell(.failure(.unknownWord)) }
        let isTaken = queue.submit(for: user) { [self] in
            tell(
                Result { () throws(SpeechFailure) in
                    try verdict(recording, grammar, alone, of: target.word)
                })
        }
        if !isTaken { tell(.failure(.full(retryAfter: .seconds(2)))) }
    }

    private func verdict(
        _ recording: Recording, _ grammar: Grammar, _ alone: Grammar, of target: String
    ) throws(SpeechFailure) -> SpeechVerdict {
        let best = try hear(recording, grammar)
        let loose = try hear(recording, .sounds)
        guard let heard = best.word.flatMap({ grammar.word(of: $0) }), loose.frameCount > 0 else {
            return SpeechVerdict(heard: nil, score: 0, target: target)
        }
        let strict = heard == target ? best : try hear(recording, alone)
        guard strict.word != nil else {
            return SpeechVerdict(heard: heard, score: 0, target: target)
        }
        return SpeechVerdict(
            heard: heard, score: Self.score(of: strict, beside: loose), target: target)
    }

    /// How much less likely the target is than arbitrary sounds, for each hundredth of a second: 0
    /// gives 100, and 30 gives 50. With this, 116 of 159 words were understood that synthetic
    /// voices spoke correctly, and 1 of 80 that they spoke wrongly.
    private static func score(of strict: Hearing, beside loose: Hearing) -> Int {
        let frameCount = max(strict.frameCount, loose.frameCount)
        let lead = Double(strict.likelihood - loose.likelihood) / Double(frameCount)
        return Int(min(100, max(0, 100 + lead * 5 / 3)))
    }

    /// Only our own samples and texts reach the program: no header from a peer.
    private func hear(
        _ recording: Recording, _ grammar: Grammar
    ) throws(SpeechFailure) -> Hearing {
        var worker = ConfinedProgram([
            recognizer, "-hmm", model, "-infile", "/dev/stdin", "-jsgf", "/dev/fd/3", "-dict",
            "/dev/fd/4", "-backtrace", "yes",
            // The likelihood over all senones of each frame: only then can two runs be compared.
            "-compallsen", "yes",
        ])
        worker.limits.time = timeLimit
        worker.input = .bytes(recording.samples)
        worker.voice = .errors
        worker.files = [
            .bytes(Array(grammar.rules.utf8)), .bytes(Array(grammar.dictionary.utf8)),
        ]
        return Hearing(log: try worker.output())
    }
}

/// The outcome of a word to speak or of a recording to judge, for metrics.
public enum SpeechOutcome: Equatable, Sendable {
    /// A program has completed it.
    case done
    /// It was in the cache.
    case kept
    /// Too many requests were waiting.
    case refused
    /// The program has failed, for this reason: it contains no text from a peer.
    case failed(String)

    /// Records an outcome, on any thread.
    public typealias Note = @Sendable (SpeechOutcome) -> Void

    /// - Returns: nil where there was nothing to do.
    init?<Value>(_ result: Result<Value, SpeechFailure>) {
        switch result {
        case .success: self = .done
        case .failure(.full): self = .refused
        case .failure(.failed(let reason)): self = .failed(reason)
        case .failure(.off), .failure(.unknownWord): return nil
        }
    }
}
