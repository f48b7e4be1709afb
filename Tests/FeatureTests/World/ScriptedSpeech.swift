import Kernel
import Speech
import Synchronization

/// A voice that is as good as a program's: what it says of a word depends on the word alone.
final class ScriptedVoice: Pronouncer {
    let languages: Set<String> = ["en"]
    let busyCount = 0
    private let failure = Mutex<SpeechFailure?>(nil)

    /// From now on it fails so; nil: it does not.
    func fail(_ failure: SpeechFailure?) { self.failure.withLock { $0 = failure } }

    func kept(_ word: String, in language: String) -> SpokenWord? { nil }

    func speak(
        _ word: String, in language: String, for user: Int64,
        _ take: @escaping @Sendable (Result<SpokenWord, SpeechFailure>) -> Void
    ) {
        if let failure = failure.withLock({ $0 }) { return take(.failure(failure)) }
        take(.success(Self.sound(of: word)))
    }

    static func sound(of word: String) -> SpokenWord {
        let number = FNV1a(Array(word.utf8)).digest
        let tail = (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        return SpokenWord(bytes: Array("OggS".utf8) + tail)
    }
}

/// An ear with scripted results, one for each recording.
final class ScriptedEar: SpeechJudge {
    let languages: Set<String> = ["en"]
    let busyCount = 0
    private let script = Mutex<[Result<Int, SpeechFailure>]>([])

    /// What the next recordings come to: a score, of which 50 is right, or a failure.
    func hear(_ results: Result<Int, SpeechFailure>...) { script.withLock { $0 += results } }

    func judge(
        _ recording: Recording, of target: SpeakableWord, among others: [SpeakableWord],
        in language: String, for user: Int64,
        _ take: @escaping @Sendable (Result<SpeechVerdict, SpeechFailure>) -> Void
    ) {
        let next = script.withLock { $0.isEmpty ? .failure(.off) : $0.removeFirst() }
        take(next.map { SpeechVerdict(heard: target.word, score: $0, target: target.word) })
    }
}
