import CSQLite
import Glibc
import SplitMix
import Synchronization

/// A dictionary in a file from `upford words build`: mapped into memory, and shared with every
/// other process that has mapped it.
///
/// The file must not be written while it is open; a new one replaces it by renaming.
public final class DictionaryFile: Lexicon {
    /// Its language, as an ISO 639 code.
    public let language: String
    /// How many words it has.
    public let wordCount: Int
    /// The subjects that words are drawn from, by name.
    public let categories: [WordCategory]
    /// What it was made from, for people.
    public let sources: String
    /// Where it is.
    public let path: String
    /// One connection: a look-up holds it for some 10 µs.
    private let reader: Mutex<DictionaryReader>

    /// Opens a dictionary: some 2 ms.
    ///
    /// - Throws: when it is missing, something else, cut off, damaged where it is looked at, or of
    ///   another version.
    public init(_ path: String) throws(LexiconFailure) {
        try DictionaryHeader.check(path)
        let reader = try DictionaryReader(path)
        (language, wordCount) = (reader.language, reader.wordCount)
        (categories, sources, self.path) = (reader.categories, reader.sources, path)
        self.reader = Mutex(reader)
    }

    /// Goes through the whole file: some 100 ms.
    ///
    /// - Throws: when anything in it is damaged.
    public func audit() throws(LexiconFailure) {
        try look { (reader) throws(LexiconFailure) in try reader.audit() }
    }

    /// All that it says of a word, or of the word that it is a form of.
    public func entry(of word: String) throws(LexiconFailure) -> DictionaryEntry? {
        guard let key = WordKey(word) else { return nil }
        return try look { (reader) throws(LexiconFailure) in
            if let entry = try reader.entry(of: key) { return entry }
            guard let plain = key.withoutAccents else { return nil }
            return try reader.entry(of: plain)
        }
    }

    /// Words that begin like that, in the order of their letters.
    public func words(
        from prefix: String, after: String, limit: Int
    ) throws(LexiconFailure) -> [DictionarySummary] {
        guard let key = WordKey(prefix) else { return [] }
        let after = WordKey(after)?.text ?? ""
        return try look { (reader) throws(LexiconFailure) in
            let limit = min(100, max(1, limit))
            let words = try reader.words(from: key.text, after: after, limit: limit)
            guard words.isEmpty, let plain = key.withoutAccents else { return words }
            return try reader.words(from: plain.text, after: after, limit: limit)
        }
    }

    /// One word by chance.
    public func draw(_ wish: WordWish, by chance: UInt64) throws(LexiconFailure) -> DrawnWord? {
        try look { (reader) throws(LexiconFailure) in try reader.draw(wish, by: chance) }
    }

    /// Words that may be taken for another one.
    public func distractors(
        for word: DrawnWord, count: Int, use: WordUse, category: String?, by chance: UInt64
    ) throws(LexiconFailure) -> [DrawnWord] {
        try look { (reader) throws(LexiconFailure) in
            var search = DistractorSearch(for: word, count: min(20, max(0, count)), by: chance)
            return try search.run(on: reader, use, category)
        }
    }

    /// A meaning that was drawn before.
    public func sense(_ number: Int, of word: String) throws(LexiconFailure) -> DrawnWord? {
        guard let key = WordKey(word) else { return nil }
        return try look { (reader) throws(LexiconFailure) in
            try reader.sense(number, of: key)
        }
    }

    private func look<Value: Sendable>(
        _ body: (DictionaryReader) throws(LexiconFailure) -> Value
    ) throws(LexiconFailure) -> Value {
        let result = reader.withLock { reader in
            do throws(LexiconFailure) {
                return Result<Value, LexiconFailure>.success(try body(reader))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

/// What can be known of a dictionary file by its size and first hundred bytes: cheap enough for
/// every start, and enough to refuse what is no dictionary before SQLite looks at it.
///
/// - Source: https://sqlite.org/fileformat2.html, section 1.3
enum DictionaryHeader {
    private static let byteCount = 100

    static func check(_ path: String) throws(LexiconFailure) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw LexiconFailure(
                .missing, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { _ = close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw LexiconFailure(.foreign, "\(path) is no file")
        }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        guard pread(file, &bytes, byteCount, 0) == byteCount,
            bytes.starts(with: Array("SQLite format 3\0".utf8)),
            number(bytes, at: 68) == DictionarySchema.applicationID
        else { throw LexiconFailure(.foreign, "\(path) is no dictionary") }
        guard number(bytes, at: 60) == DictionarySchema.version else {
            throw LexiconFailure(
                .version,
                "\(path) is a dictionary of version \(number(bytes, at: 60)), and this program"
                    + " reads version \(DictionarySchema.version): make it anew")
        }
        let wholeBytes = number(bytes, at: 28) * DictionarySchema.pageBytes
        guard facts.st_size == wholeBytes else {
            throw LexiconFailure(
                .cutOff, "\(path) has \(facts.st_size) bytes of \(wholeBytes): make it anew")
        }
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
