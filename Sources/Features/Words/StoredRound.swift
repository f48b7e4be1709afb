import Kernel
import SwiftProtobuf
import Wire

/// A question that somebody was asked, as it is stored.
struct StoredRound: Sendable {
    /// Which of them.
    typealias ID = Identifier<StoredRound>

    /// How long one may take.
    static let lifetime = Duration.seconds(300)
    /// How long it is kept when it is over.
    static let kept = Duration.seconds(86_400)

    let id: ID
    let user: User.ID
    /// Of which contest it is one; nil: of none.
    let contest: Contest.ID?
    /// As it was asked.
    let asked: WordRound
    /// What came of it; while it is open only what the right answer is, for nobody to see.
    var outcome: WordResult
    let expires: Moment
    let ended: Moment?

    /// Whether its time has passed, whether that was noted yet or not.
    func isDue(at now: Moment) -> Bool { ended == nil && expires <= now }

    /// - Throws: `.conflict` when it is over, and `.tooLate` when its time has passed.
    func requireOpen(at now: Moment) throws(Refusal) {
        guard ended == nil else {
            throw Refusal(.conflict, field: "round", "this round is over: read its result")
        }
        guard !isDue(at: now) else {
            throw Refusal(.tooLate, field: "round", "the time of this round is over: it is lost")
        }
    }

    /// How it stands for the one who was asked.
    func state(at now: Moment) -> WordRoundState {
        var state = WordRoundState()
        if ended != nil {
            state.result = outcome
        } else if isDue(at: now) {
            state.result = lost(isExpired: true)
        } else {
            state.open = asked
        }
        return state
    }

    /// What came of it when it is lost.
    func lost(isExpired: Bool) -> WordResult {
        var lost = outcome
        (lost.won, lost.expired) = (false, isExpired)
        return lost
    }

    /// A new one, which begins now.
    ///
    /// - Parameters:
    ///   - contest: of which it is one, and the contest's id.
    ///   - chance: puts the choices in order.
    static func begin(
        _ question: Question, in language: String, for user: User.ID,
        of contest: (id: Contest.ID, shown: WordContest)?, in transaction: Transaction
    ) throws(Refusal) -> StoredRound {
        var chance = Chance(transaction: transaction)
        let id = ID(rawValue: max(1, chance.point()))
        let expires = transaction.now.advanced(by: lifetime)
        let order = question.choices.indices.shuffled(using: &chance)
        var asked = WordRound()
        (asked.round, asked.game, asked.language) = (id.text, question.game, language)
        (asked.level, asked.prompt, asked.part) = (question.level, question.prompt, question.part)
        asked.choices = order.map { question.choices[$0] }
        asked.expiresAt = expires.timestamp
        if question.game == .spell { asked.audio = "/v1/words/rounds/\(id.text)/audio" }
        var outcome = WordResult()
        (outcome.round, outcome.game, outcome.language) = (asked.round, asked.game, language)
        (outcome.level, outcome.word) = (asked.level, question.word)
        outcome.definition = question.definition
        outcome.choice = UInt32((order.firstIndex(of: 0) ?? -1) + 1)
        if let contest { (asked.contest, outcome.contest) = (contest.shown, contest.shown) }
        let round = StoredRound(
            id: id, user: user, contest: contest?.id, asked: asked, outcome: outcome,
            expires: expires, ended: nil)
        try transaction.run(
            """
            INSERT INTO word_round
                (id, user_id, contest, game, language, asked, outcome, expires_ms, ended_ms)
            VALUES (\(id), \(user), \(contest?.id ?? 0), \(Int64(question.game.rawValue)),
                \(language), \(stored(asked)), \(stored(outcome)), \(expires), NULL)
            """)
        return round
    }

    /// It is over.
    func end(_ result: WordResult, in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            UPDATE word_round SET outcome = \(Self.stored(result)),
                ended_ms = \(transaction.now)
            WHERE id = \(id)
            """)
    }

    private static func stored(_ message: some Message) -> [UInt8] {
        do { return try message.serializedBytes() } catch {
            preconditionFailure("a message of our own cannot be encoded: \(error)")
        }
    }
}

extension Query where Row == StoredRound {
    static func round(_ id: StoredRound.ID, of user: User.ID) -> Self {
        rounds("WHERE id = \(id) AND user_id = \(user)")
    }

    /// The open one of a game.
    static func openRound(of user: User.ID, _ game: WordGame, in language: String) -> Self {
        rounds(
            """
            WHERE user_id = \(user) AND contest = 0 AND game = \(Int64(game.rawValue))
                AND language = \(language) AND ended_ms IS NULL
            """)
    }

    /// The open one of a contest.
    static func openRound(of user: User.ID, in contest: Contest.ID) -> Self {
        rounds("WHERE user_id = \(user) AND contest = \(contest) AND ended_ms IS NULL")
    }

    /// Those of a user whose time has passed, the first first.
    static func dueRounds(of user: User.ID, at now: Moment) -> Self {
        rounds(
            """
            WHERE user_id = \(user) AND ended_ms IS NULL AND expires_ms <= \(now)
            ORDER BY expires_ms, id
            """)
    }

    /// Those of everybody.
    static func dueRounds(at now: Moment, limit: Int) -> Self {
        rounds(
            """
            WHERE ended_ms IS NULL AND expires_ms <= \(now) ORDER BY expires_ms, id
            LIMIT \(Int64(limit))
            """)
    }

    /// All of a user, by id.
    static func rounds(of user: User.ID, after id: StoredRound.ID, limit: Int) -> Self {
        rounds(
            """
            WHERE user_id = \(user) AND id > \(id) ORDER BY id LIMIT \(Int64(limit))
            """)
    }

    private static func rounds(_ which: SQL) -> Self {
        Query(
            """
            SELECT id, user_id, contest, asked, outcome, expires_ms, ended_ms
            FROM word_round \(which)
            """
        ) { columns throws(StoreError) in
            let (id, user): (StoredRound.ID, User.ID) = (try columns.id(), try columns.id())
            let contest: Contest.ID = try columns.id()
            let (asked, outcome) = (try columns.blob(), try columns.blob())
            guard let asked = try? WordRound(serializedBytes: asked),
                let outcome = try? WordResult(serializedBytes: outcome)
            else { throw .unexpectedColumn }
            return StoredRound(
                id: id, user: user, contest: contest.rawValue == 0 ? nil : contest,
                asked: asked, outcome: outcome, expires: try columns.moment(),
                ended: try columns.optionalMoment())
        }
    }
}

extension Query where Row == WordScore {
    /// Games of a user that are lost, and not counted yet: how many of each.
    static func dueGames(of user: User.ID, at now: Moment) -> Self {
        Query(
            """
            SELECT game, count(*) FROM word_round
            WHERE user_id = \(user) AND ended_ms IS NULL AND expires_ms <= \(now)
            GROUP BY game ORDER BY game
            """
        ) { columns throws(StoreError) in
            var score = WordScore()
            score.game = WordGame(rawValue: Int(try columns.integer())) ?? .unspecified
            score.played = try columns.count()
            return score
        }
    }
}

extension Identifier<StoredRound> {
    /// As the wire says it: 16 hexadecimal digits.
    var text: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    /// The round that is said so.
    ///
    /// - Throws: `.notFound` for what is none.
    init(text: String) throws(Refusal) {
        let isOurs =
            text.utf8.count == 16
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        guard isOurs, let number = Int64(text, radix: 16) else { throw .noRound }
        self.init(rawValue: number)
    }
}

extension Refusal {
    static let noRound = Refusal(.notFound, field: "round", "you have no such round")
}
