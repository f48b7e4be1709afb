import Accounts
import Kernel
import Lexicon
import Speech
import Wire

/// Recordings of words, their scores, and a user's progress (B14, B27).
struct SpeechCommands: Sendable {
    static let pageCount = 100
    /// The words that a target is judged among.
    private static let othersCount = 20

    let terms: WordTerms

    /// A recording's place: "/v1/words/house/speech?language=en".
    struct Place: Equatable {
        let word: String
        let language: String

        /// - Throws: `.invalidField` for what no word or language can be.
        init(_ request: PlainRequest) throws(Refusal) {
            guard let word = request.values.first else {
                throw Refusal(.invalidField, field: "word", "expected a word in the path")
            }
            let language = request.field("language") ?? ""
            (self.word, self.language) = (word.normalized, language)
        }
    }

    /// Judges a recording, and stores its score.
    func judge(
        _ request: PlainRequest, _ caller: Caller, _ store: any Store
    ) throws(Refusal) -> Inquiry<Transaction, ServerMessage.OneOf_Body> {
        let place = try Place(request)
        let lexicon = try store.snapshot { (snapshot) throws(Refusal) in
            try terms.lexicon(of: place.language, for: caller.user, in: snapshot)
        }
        let entry = try lexicon.known(place.word)
        let (word, language) = (entry.word, lexicon.language)
        let ask = try verdict(on: request.body, of: entry, in: lexicon, by: caller.user)
        return Inquiry(asking: ask) { (verdict, transaction) throws(Refusal) in
            let progress = try Self.note(verdict, of: word, language, caller, in: transaction)
            var spoken = WordSpoken()
            (spoken.word, spoken.language) = (word, language)
            (spoken.right, spoken.score) = (verdict.isRight, UInt32(verdict.score))
            spoken.progress = progress
            return .wordSpoken(spoken)
        }
    }

    /// Asks for the verdict on a recording of a word.
    ///
    /// - Throws: `.invalidField`, `.malformed` and `.tooLarge` for a bad recording; `.invalidField`
    ///   for a word whose sounds are unknown; `.notFound` on a server without a judge.
    func verdict(
        on file: [UInt8], of entry: DictionaryEntry, in lexicon: any Lexicon, by user: User.ID
    ) throws(Refusal)
        -> @Sendable (
            @escaping @Sendable (Result<SpeechVerdict, Refusal>) -> Void
        ) -> Void
    {
        guard let judge = terms.judge, judge.languages.contains(lexicon.language) else {
            throw Refusal(SpeechFailure.off)
        }
        let recording: Recording
        do throws(RecordingFlaw) {
            recording = try Recording(wav: file)
        } catch {
            throw Refusal(error)
        }
        guard entry.isSpeakable, let sense = entry.senses.first else {
            throw Refusal(SpeechFailure.unknownWord)
        }
        let others = try looking { () throws(LexiconFailure) in
            // The same recording gets the same verdict at any time.
            try lexicon.distractors(
                for: DrawnWord(entry, sense), count: Self.othersCount, use: .speaking,
                category: nil, by: FNV1a(recording.samples).digest)
        }.map { SpeakableWord(word: $0.word, sounds: $0.sounds) }
        let target = SpeakableWord(word: entry.word, sounds: entry.sounds)
        let language = lexicon.language
        return speaking {
            judge.judge(
                recording, of: target, among: others, in: language, for: user.rawValue, $0)
        }
    }

    /// Keeps the best score and the last one.
    static func note(
        _ verdict: SpeechVerdict, of word: String, _ language: String, _ caller: Caller,
        in transaction: Transaction
    ) throws(Refusal) -> WordSpeech {
        let (score, right) = (Int64(verdict.score), Int64(verdict.isRight ? 1 : 0))
        try transaction.run(
            """
            INSERT INTO word_speech (user_id, language, word, tries, rights, best, last, at_ms)
            VALUES (\(caller.user), \(language), \(word), 1, \(right), \(score), \(score),
                \(transaction.now))
            ON CONFLICT (user_id, language, word) DO UPDATE SET
                tries = word_speech.tries + 1, rights = word_speech.rights + \(right),
                best = CASE WHEN word_speech.best < \(score) THEN \(score)
                    ELSE word_speech.best END,
                last = \(score), at_ms = \(transaction.now)
            """)
        let kept = Query.speech(of: word, in: language, by: caller.user)
        guard let progress = try transaction.first(kept) else { throw .fault }
        return progress
    }

    func list(
        _ command: WordSpeechList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> WordSpeechPage {
        try WordCommands.check(place: command.after)
        let language = try terms.lexicon(
            of: command.language, for: caller.user, in: snapshot
        ).language
        let rows = try snapshot.all(
            .speech(by: caller.user, in: language, after: command.after, Self.pageCount + 1))
        var page = WordSpeechPage()
        page.words = Array(rows.prefix(Self.pageCount))
        if rows.count > Self.pageCount { page.next = page.words.last?.word ?? "" }
        return page
    }
}

/// What is kept of recordings: none of their bytes.
enum SpeechSchema {
    static let migrations = [
        Migration(
            "words.speech.1",
            """
            CREATE TABLE word_speech (
                user_id BIGINT NOT NULL,
                language TEXT NOT NULL,
                word TEXT NOT NULL,
                tries BIGINT NOT NULL,
                rights BIGINT NOT NULL,
                best BIGINT NOT NULL,
                last BIGINT NOT NULL,
                at_ms BIGINT NOT NULL,
                PRIMARY KEY (user_id, language, word)
            ) {clustered};
            """)
    ]

    static let audits = [
        Audit(
            "nobody has spoken a word right more often than at all, or better than best",
            breaches: """
                SELECT count(*) FROM word_speech
                WHERE rights > tries OR last > best OR best > 100 OR tries < 1
                """)
    ]

    static let erase: Catalog.Erasure = { (departed, transaction) throws(Refusal) in
        try transaction.rowsChanged(
            """
            DELETE FROM word_speech WHERE (user_id, language, word) IN (
                SELECT user_id, language, word FROM word_speech
                WHERE user_id = \(departed.user) LIMIT 200)
            """) < 200
    }
}

extension Query where Row == WordSpeech {
    static func speech(of word: String, in language: String, by user: User.ID) -> Self {
        speech("WHERE user_id = \(user) AND language = \(language) AND word = \(word)")
    }

    /// In the order of words.
    static func speech(
        by user: User.ID, in language: String, after word: String, _ limit: Int
    ) -> Self {
        speech(
            """
            WHERE user_id = \(user) AND language = \(language) AND word > \(word)
            ORDER BY word LIMIT \(Int64(limit))
            """)
    }

    /// In the order of languages and words.
    static func speech(
        by user: User.ID, behind place: (language: String, word: String), limit: Int
    ) -> Self {
        speech(
            """
            WHERE user_id = \(user) AND (language, word) > (\(place.language), \(place.word))
            ORDER BY language, word LIMIT \(Int64(limit))
            """)
    }

    private static func speech(_ condition: SQL) -> Self {
        Query(
            """
            SELECT language, word, tries, rights, best, last, at_ms FROM word_speech \(condition)
            """
        ) { columns throws(StoreError) in
            var speech = WordSpeech()
            (speech.language, speech.word) = (try columns.text(), try columns.text())
            speech.tries = UInt32(clamping: try columns.integer())
            speech.right = UInt32(clamping: try columns.integer())
            speech.best = UInt32(clamping: try columns.integer())
            speech.last = UInt32(clamping: try columns.integer())
            speech.at = try columns.moment().timestamp
            return speech
        }
    }
}
