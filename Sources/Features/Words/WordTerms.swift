import Accounts
import Kernel
public import Lexicon
public import Speech
import Wire

/// What a server has for words: dictionaries, a voice, and an ear.
public struct WordTerms: Sendable {
    /// One of each language; the first is for users who have chosen none. Empty: there are no
    /// words.
    public var lexicons: [any Lexicon]
    /// Says words aloud; nil: the server does not.
    public var pronouncer: (any Pronouncer)?
    /// Judges what a user says; nil: the server does not.
    public var judge: (any SpeechJudge)?

    /// - Parameters: as the properties.
    public init(
        lexicons: [any Lexicon] = [], pronouncer: (any Pronouncer)? = nil,
        judge: (any SpeechJudge)? = nil
    ) {
        (self.lexicons, self.pronouncer, self.judge) = (lexicons, pronouncer, judge)
    }

    /// Whether there are words.
    public var hasWords: Bool { !lexicons.isEmpty }

    /// The dictionary that a command names.
    ///
    /// - Throws: `.invalidField` for a language of which there is none.
    func lexicon(of language: String, field: String = "language") throws(Refusal) -> any Lexicon {
        guard let lexicon = lexicons.first(where: { $0.language == language }) else {
            let languages = lexicons.map(\.language).joined(separator: ", ")
            throw Refusal(
                .invalidField, field: field,
                languages.isEmpty
                    ? "this server has no dictionary" : "expected one of: \(languages)")
        }
        return lexicon
    }

    /// The same; where the command names none, that of the caller's settings.
    func lexicon(
        of language: String, for user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> any Lexicon {
        guard language.isEmpty else { return try lexicon(of: language) }
        let chosen = try snapshot.first(.player(of: user))?.language
        guard let own = lexicons.first(where: { $0.language == chosen }) ?? lexicons.first else {
            return try lexicon(of: language)
        }
        return own
    }

    /// Whether there is a dictionary of a language.
    func has(_ language: String) -> Bool { lexicons.contains { $0.language == language } }

    /// The language of users who have chosen none.
    var language: String { lexicons.first?.language ?? "" }
}

extension Refusal {
    /// A dictionary's file cannot be read any longer. The reason is not disclosed to the peer.
    init(hiding failure: LexiconFailure) {
        self.init(
            .unavailable, "the server cannot read its dictionary now", retryAfter: .seconds(60))
    }

    /// There is no such word.
    static let noSuchWord = Refusal(
        .notFound, field: "word", "the dictionary has no such word")
}

extension PlainText.Limits {
    /// A word as a user types it.
    static let ofWord = PlainText.Limits(WordRead.wordLength)
}

extension Lexicon {
    /// The entry of a word that a user has typed.
    ///
    /// - Throws: `.invalidField`; `.notFound` for a word that it does not have (B28).
    func known(_ word: String) throws(Refusal) -> DictionaryEntry {
        let typed = try PlainText(word, .ofWord, field: "word").text
        let found = try looking { () throws(LexiconFailure) in try entry(of: typed) }
        guard let found else { throw .noSuchWord }
        return found
    }
}

/// Looks into a dictionary.
func looking<Value>(
    _ look: () throws(LexiconFailure) -> Value
) throws(Refusal) -> Value {
    do throws(LexiconFailure) { return try look() } catch { throw Refusal(hiding: error) }
}

/// Chance of a transaction.
struct Chance: RandomNumberGenerator {
    let transaction: Transaction

    func next() -> UInt64 {
        transaction.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A point of chance among those by which rows are drawn.
    func point() -> Int64 { Int64(next() >> 1) }
}
