/// A dictionary of one language: the port behind which its words lie.
///
/// Every function may be called on any thread, and looks into memory or a file that is mapped into
/// it: some 10 µs each. None belongs on an event loop.
public protocol Lexicon: Sendable {
    /// Its language, as an ISO 639 code: "en".
    var language: String { get }
    /// How many words it has.
    var wordCount: Int { get }
    /// The subjects that words are drawn from, by name: "noun.animal", "verb.motion", …
    var categories: [WordCategory] { get }

    /// All that it says of a word.
    ///
    /// - Parameter word: as a person types it: capitals and spaces around do not matter, nor do the
    ///   apostrophes and hyphens of keyboards, and accents only where the dictionary has both. An
    ///   inflected form leads to its word ("mice" to "mouse").
    /// - Returns: nil when there is no such word.
    /// - Throws: when the file cannot be read any more.
    func entry(of word: String) throws(LexiconFailure) -> DictionaryEntry?

    /// Words that begin like that, in the order of their letters.
    ///
    /// - Parameters:
    ///   - prefix: one character at least; capitals do not matter.
    ///   - after: the word that the page before ended with; empty for the first page.
    ///   - limit: most words, 1…100.
    func words(
        from prefix: String, after: String, limit: Int
    ) throws(LexiconFailure) -> [DictionarySummary]

    /// One word for a game or for who wants any, each as likely as the others.
    ///
    /// - Parameter chance: a random number; the same number gives the same word.
    /// - Returns: nil when no word is what was wished for.
    func draw(_ wish: WordWish, by chance: UInt64) throws(LexiconFailure) -> DrawnWord?

    /// Words that a player may take for another one: of the same part of speech and the same level,
    /// and none of the same meaning.
    ///
    /// - Parameters:
    ///   - count: how many, 1…20.
    ///   - use: what they must be good for.
    ///   - category: the subject of all their meanings, by name; nil: any.
    ///   - chance: a random number; the same number gives the same words.
    /// - Returns: `count` different words and different definitions; fewer when there are no more.
    func distractors(
        for word: DrawnWord, count: Int, use: WordUse, category: String?, by chance: UInt64
    ) throws(LexiconFailure) -> [DrawnWord]

    /// A meaning that was drawn before, by its word and number.
    ///
    /// - Returns: nil when the dictionary draws no such meaning: it has been replaced meanwhile, by
    ///   one without the word, or by one that knows it for an insult.
    func sense(_ number: Int, of word: String) throws(LexiconFailure) -> DrawnWord?
}
