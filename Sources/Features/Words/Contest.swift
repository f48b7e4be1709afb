import Kernel
import Lexicon
import SwiftProtobuf
import Wire

/// A set of questions for several users: those of a day, or of a duel.
struct Contest: Sendable {
    /// Which of them.
    typealias ID = Identifier<Contest>

    /// How many questions it has.
    static let count: UInt32 = 5
    /// How long it is kept.
    static let kept = Duration.seconds(30 * 86_400)

    let id: ID
    let language: String
    /// The day whose challenge it is; nil: it is a duel.
    let day: LocalDay?
    /// The duel that it is; nil: it is a day's challenge.
    let duel: UInt32?
    let count: UInt32

    /// As its rounds name it.
    ///
    /// - Parameter number: of the round, from 1.
    func shown(number: UInt32) -> WordContest {
        .with {
            $0.day = day?.text ?? ""
            ($0.duel, $0.number, $0.count) = (duel ?? 0, number, count)
        }
    }

    /// Makes one, with questions by chance.
    ///
    /// - Parameters:
    ///   - games: of which each question is one.
    ///   - levels: those of the questions, in order; one question each.
    /// - Returns: nil when the dictionary has too few words for it.
    static func make(
        day: LocalDay? = nil, duel: UInt32? = nil, games: [WordGame], levels: [WordLevel],
        of lexicon: any Lexicon, in transaction: Transaction
    ) throws(Refusal) -> Contest? {
        var chance = Chance(transaction: transaction)
        let questioner = Questioner(lexicon: lexicon)
        var questions: [Question] = []
        for level in levels {
            let game = games.randomElement(using: &chance) ?? .chooseDefinition
            let others = games.filter { $0 != game }
            for game in [game] + others {
                let question = try looking { () throws(LexiconFailure) in
                    try questioner.question(game, level: level, category: nil, by: &chance)
                }
                guard let question, !questions.contains(where: { $0.word == question.word })
                else { continue }
                questions.append(question)
                break
            }
        }
        guard !questions.isEmpty else { return nil }
        let contest = Contest(
            id: transaction.makeID(), language: lexicon.language, day: day, duel: duel,
            count: UInt32(questions.count))
        try contest.store(questions, in: transaction)
        return contest
    }

    private func store(
        _ questions: [Question], in transaction: Transaction
    ) throws(Refusal) {
        let (day, duel) = (SQL.number(day?.number), SQL.number(duel.map(Int64.init)))
        try transaction.run(
            """
            INSERT INTO word_contest (id, language, day, duel, count, since_ms)
            VALUES (\(id), \(language), \(day), \(duel), \(count), \(transaction.now))
            """)
        for (place, question) in questions.enumerated() {
            try transaction.run(
                """
                INSERT INTO word_task (contest, number, game, word, sense, level, part,
                    definition, prompt, choices)
                VALUES (\(id), \(UInt32(place + 1)), \(Int64(question.game.rawValue)),
                    \(question.word), \(Int64(question.sense)), \(question.level),
                    \(question.part), \(question.definition), \(question.prompt),
                    \(question.choices.joined(separator: "\n")))
                """)
        }
    }

    /// Deletes contests that ended long ago, with all that refers to them.
    ///
    /// - Returns: whether there may be more.
    static func forget(in transaction: Transaction) throws(Refusal) -> Bool {
        let before = transaction.now.advanced(by: .zero - kept)
        let old = try transaction.all(.contests(before: before, limit: 20))
        for contest in old {
            for statement: SQL in [
                "DELETE FROM word_entrant WHERE contest = \(contest.id)",
                "DELETE FROM word_task WHERE contest = \(contest.id)",
                "DELETE FROM word_contest WHERE id = \(contest.id)",
            ] { try transaction.run(statement) }
        }
        return old.count == 20
    }
}

extension SQL {
    /// A number, or NULL.
    fileprivate static func number(_ number: Int64?) -> SQL {
        if let number { "\(number)" } else { "NULL" }
    }
}

extension Query where Row == Contest {
    static func contest(_ id: Contest.ID) -> Self { contests("WHERE id = \(id)") }

    static func contest(of day: LocalDay, in language: String) -> Self {
        contests("WHERE day IS NOT NULL AND language = \(language) AND day = \(day.number)")
    }

    static func contests(before: Moment, limit: Int) -> Self {
        contests("WHERE since_ms < \(before) ORDER BY since_ms LIMIT \(Int64(limit))")
    }

    private static func contests(_ which: SQL) -> Self {
        Query("SELECT id, language, day, duel, count FROM word_contest \(which)") {
            columns throws(StoreError) in
            Contest(
                id: try columns.id(), language: try columns.text(),
                day: try columns.optionalInteger().map(LocalDay.init(number:)),
                duel: try columns.optionalInteger().map(UInt32.init(clamping:)),
                count: try columns.count())
        }
    }
}

extension Query where Row == Question {
    /// One of a contest's.
    ///
    /// - Parameter number: from 1.
    static func task(_ number: UInt32, of contest: Contest.ID) -> Self {
        Query(
            """
            SELECT game, word, sense, level, part, definition, prompt, choices FROM word_task
            WHERE contest = \(contest) AND number = \(number)
            """
        ) { columns throws(StoreError) in
            let game = WordGame(rawValue: Int(try columns.integer())) ?? .unspecified
            let (word, sense) = (try columns.text(), Int(try columns.integer()))
            let (level, part) = (try columns.count(), try columns.text())
            let (definition, prompt) = (try columns.text(), try columns.text())
            let choices = try columns.text()
            return Question(
                game: game, word: word, sense: sense, level: level, part: part,
                definition: definition, prompt: prompt,
                choices: choices.isEmpty ? [] : choices.split(separator: "\n").map(String.init))
        }
    }
}

/// A user's progress in a contest, as it is stored.
struct Entrant: Equatable, Sendable {
    let contest: Contest.ID
    let user: User.ID
    /// Rounds that are over.
    var played: UInt32
    /// Those that were won.
    var solved: UInt32
    /// Minutes that the user's clock was ahead of UTC.
    let zone: Int
    let begun: Moment
    var finished: Moment?

    /// A user enters a contest.
    static func enter(
        _ user: User.ID, zone: Int, _ contest: Contest.ID, in transaction: Transaction
    ) throws(Refusal) -> Entrant {
        try transaction.run(
            """
            INSERT INTO word_entrant
                (contest, user_id, played, solved, zone, begun_ms, finished_ms)
            VALUES (\(contest), \(user), 0, 0, \(Int64(zone)), \(transaction.now), NULL)
            """)
        return Entrant(
            contest: contest, user: user, played: 0, solved: 0, zone: zone,
            begun: transaction.now, finished: nil)
    }

    /// One more round is over.
    mutating func settle(
        isWon: Bool, of contest: Contest, in transaction: Transaction
    ) throws(Refusal) {
        played += 1
        solved += isWon ? 1 : 0
        if played >= contest.count { finished = transaction.now }
        try transaction.run(
            """
            UPDATE word_entrant SET played = \(played), solved = \(solved),
                finished_ms = \(finished)
            WHERE contest = \(self.contest) AND user_id = \(user)
            """)
    }
}

extension Query where Row == Entrant {
    static func entrant(_ user: User.ID, in contest: Contest.ID) -> Self {
        entrants("WHERE contest = \(contest) AND user_id = \(user)")
    }

    static func entrants(in contest: Contest.ID) -> Self {
        entrants("WHERE contest = \(contest) ORDER BY user_id")
    }

    /// A user's newest challenge of a language.
    static func newestDaily(of user: User.ID, in language: String) -> Self {
        entrants(
            """
            WHERE user_id = \(user) AND contest IN (
                SELECT id FROM word_contest WHERE language = \(language) AND day IS NOT NULL)
            ORDER BY begun_ms DESC LIMIT 1
            """)
    }

    /// A user's challenges, newest first.
    static func dailies(of user: User.ID, before: Moment, limit: Int) -> Self {
        entrants(
            """
            WHERE user_id = \(user) AND begun_ms < \(before) AND contest IN (
                SELECT id FROM word_contest WHERE day IS NOT NULL)
            ORDER BY begun_ms DESC LIMIT \(Int64(limit))
            """)
    }

    private static func entrants(_ which: SQL) -> Self {
        Query(
            """
            SELECT contest, user_id, played, solved, zone, begun_ms, finished_ms
            FROM word_entrant \(which)
            """
        ) { columns throws(StoreError) in
            Entrant(
                contest: try columns.id(), user: try columns.id(), played: try columns.count(),
                solved: try columns.count(), zone: Int(try columns.integer()),
                begun: try columns.moment(), finished: try columns.optionalMoment())
        }
    }
}

/// A player's result over all games that have ended (B16-B19).
struct Score: Equatable, Sendable {
    /// Games that were won or lost.
    var games: UInt32 = 0
    /// Games won since the last that was lost.
    var streak: UInt32 = 0
    /// The longest run of games won.
    var best: UInt32 = 0

    /// The best run, times 100.
    var highScore: UInt32 { best.multipliedReportingOverflow(by: 100).overflow ? .max : best * 100 }

    /// One more game is over.
    mutating func settle(isWon: Bool) {
        games &+= 1
        streak = isWon ? streak &+ 1 : 0
        best = max(best, streak)
    }

    /// The same after more games that were lost.
    func losing(_ count: UInt32) -> Score {
        guard count > 0 else { return self }
        return Score(games: games &+ count, streak: 0, best: best)
    }
}
