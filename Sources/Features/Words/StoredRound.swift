import Kernel
import SwiftProtobuf
import Wire

/// A question that a user was asked, as it is stored.
struct StoredRound: Sendable {
    /// Which of them.
    typealias ID = Identifier<StoredRound>

    /// How long a user has for the answer.
    static let lifetime = Duration.seconds(300)
    /// How long it is kept when it is over.
    static let kept = Duration.seconds(86_400)

    let id: ID
    let user: User.ID
    /// Of which contest it is one; nil: of none.
    let contest: Contest.ID?
    /// As it was asked.
    let asked: WordRound
    /// The outcome; while the round is open, only the right answer, which no client sees.
    var outcome: WordResult
    let expires: Moment
    let ended: Moment?
    /// Which meaning of its word counts as seen when the round is over; nil: it is counted.
    let sense: Int?

    /// Whether its time has passed, whether or not that is stored yet.
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

    /// The state of the round as the asked user sees it.
    func state(at now: Moment) -> WordRoundState {
        var state = WordRoundState()
        if ended != nil {
            state.result = outcome.failed ? void : outcome
        } else if isDue(at: now) {
            state.result = lost(isExpired: true)
        } else {
            state.open = asked
        }
        return state
    }

    /// The outcome of a lost round.
    func lost(isExpired: Bool) -> WordResult {
        var lost = outcome
        (lost.won, lost.expired) = (false, isExpired)
        return lost
    }

    /// The outcome when a device failed: the answer stays secret.
    var void: WordResult {
        var void = WordResult()
        (void.round, void.game, void.language) = (asked.round, asked.game, asked.language)
        (void.level, void.failed) = (asked.level, true)
        if asked.hasContest { void.contest = asked.contest }
        return void
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
        let order = question.choices.indices.shuffled(using: &chance)
        var asked = WordRound()
        (asked.game, asked.language) = (question.game, language)
        (asked.level, asked.prompt, asked.part) = (question.level, question.prompt, question.part)
        asked.choices = order.map { question.choices[$0] }
        var outcome = WordResult()
        (outcome.game, outcome.language) = (asked.game, language)
        (outcome.level, outcome.word) = (asked.level, question.word)
        outcome.definition = question.definition
        outcome.choice = UInt32((order.firstIndex(of: 0) ?? -1) + 1)
        if let contest { (asked.contest, outcome.contest) = (contest.shown, contest.shown) }
        return try begin(
            asked, outcome, sense: question.sense, for: user, of: contest?.id, in: transaction)
    }

    /// The same question again, after a device has failed.
    func again(in transaction: Transaction) throws(Refusal) -> StoredRound {
        try transaction.run("UPDATE word_round SET is_void = 0 WHERE id = \(id)")
        var outcome = outcome
        outcome.failed = false
        return try Self.begin(
            asked, outcome, sense: sense ?? 0, for: user, of: contest, in: transaction)
    }

    /// - Parameters:
    ///   - asked: without its number and its end, as `outcome`.
    ///   - sense: 0: none is to be counted.
    private static func begin(
        _ asked: WordRound, _ outcome: WordResult, sense: Int, for user: User.ID,
        of contest: Contest.ID?, in transaction: Transaction
    ) throws(Refusal) -> StoredRound {
        let chance = Chance(transaction: transaction)
        let id = ID(rawValue: max(1, chance.point()))
        let expires = transaction.now.advanced(by: lifetime)
        var (asked, outcome) = (asked, outcome)
        (asked.round, outcome.round) = (id.text, id.text)
        asked.expiresAt = expires.timestamp
        if asked.game == .spell { asked.audio = "/v1/words/rounds/\(id.text)/audio" }
        try transaction.run(
            """
            INSERT INTO word_round (id, user_id, contest, game, language, asked, outcome, sense,
                expires_ms, ended_ms)
            VALUES (\(id), \(user), \(contest ?? 0), \(Int64(asked.game.rawValue)),
                \(asked.language), \(stored(asked)), \(stored(outcome)), \(Int64(sense)),
                \(expires), NULL)
            """)
        return StoredRound(
            id: id, user: user, contest: contest, asked: asked, outcome: outcome,
            expires: expires, ended: nil, sense: sense > 0 ? sense : nil)
    }

    /// It is over.
    ///
    /// - Parameter result: of one that is void with the answer, which is asked again.
    func end(_ result: WordResult, in transaction: Transaction) throws(Refusal) {
        // Of a contest the next round is the same task by its number.
        let isVoid = result.failed && contest == nil
        try transaction.run(
            """
            UPDATE word_round SET outcome = \(Self.stored(result)),
                ended_ms = \(transaction.now), is_void = \(isVoid)
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

    /// The one of a game whose question is to be asked again.
    static func voidRound(of user: User.ID, _ game: WordGame, in language: String) -> Self {
        rounds(
            """
            WHERE user_id = \(user) AND game = \(Int64(game.rawValue))
                AND language = \(language) AND is_void = 1
            """)
    }

    /// The open one of a contest.
    static func openRound(of user: User.ID, in contest: Contest.ID) -> Self {
        rounds("WHERE user_id = \(user) AND contest = \(contest) AND ended_ms IS NULL")
    }

    /// A user's rounds whose time has passed, earliest first.
    static func dueRounds(of user: User.ID, at now: Moment) -> Self {
        rounds(
            """
            WHERE user_id = \(user) AND ended_ms IS NULL AND expires_ms <= \(now)
            ORDER BY expires_ms, id
            """)
    }

    /// The same of all users.
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
            SELECT id, user_id, contest, asked, outcome, expires_ms, ended_ms, sense
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
                ended: try columns.optionalMoment(), sense: Self.sense(try columns.integer()))
        }
    }

    private static func sense(_ stored: Int64) -> Int? { stored > 0 ? Int(stored) : nil }
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
