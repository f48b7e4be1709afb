import Lexicon
import Observability
import Synchronization

/// A dictionary whose damage goes to the event log, once: the refusal of a command that meets it
/// only says that it cannot be read.
final class WatchedLexicon: Lexicon {
    private let file: DictionaryFile
    private let log: any EventRecorder
    private let isKnownBad = Atomic(false)

    /// - Parameters:
    ///   - file: where the words are.
    ///   - log: where damage is said.
    init(_ file: DictionaryFile, _ log: any EventRecorder) {
        (self.file, self.log) = (file, log)
    }

    var language: String { file.language }
    var wordCount: Int { file.wordCount }
    var categories: [WordCategory] { file.categories }

    func entry(of word: String) throws(LexiconFailure) -> DictionaryEntry? {
        try watching { () throws(LexiconFailure) in try file.entry(of: word) }
    }

    func words(
        from prefix: String, after: String, limit: Int
    ) throws(LexiconFailure) -> [DictionarySummary] {
        try watching { () throws(LexiconFailure) in
            try file.words(from: prefix, after: after, limit: limit)
        }
    }

    func draw(_ wish: WordWish, by chance: UInt64) throws(LexiconFailure) -> DrawnWord? {
        try watching { () throws(LexiconFailure) in try file.draw(wish, by: chance) }
    }

    func distractors(
        for word: DrawnWord, count: Int, use: WordUse, category: String?, by chance: UInt64
    ) throws(LexiconFailure) -> [DrawnWord] {
        try watching { () throws(LexiconFailure) in
            try file.distractors(
                for: word, count: count, use: use, category: category, by: chance)
        }
    }

    func sense(_ number: Int, of word: String) throws(LexiconFailure) -> DrawnWord? {
        try watching { () throws(LexiconFailure) in try file.sense(number, of: word) }
    }

    private func watching<Value>(
        _ look: () throws(LexiconFailure) -> Value
    ) throws(LexiconFailure) -> Value {
        do throws(LexiconFailure) {
            return try look()
        } catch {
            if !isKnownBad.exchange(true, ordering: .relaxed) {
                log.write(.wordsRefused, .path(file.path), .reason(error.description))
            }
            throw error
        }
    }
}
