import Accounts
import Kernel
import SwiftProtobuf
import Wire

/// A user's settings and score in word games, as they are stored.
struct StoredPlayer: Equatable, Sendable {
    let user: User.ID
    var language: String
    /// 1 to 5.
    var level: UInt32
    /// Empty: any.
    var category: String
    /// Whether the user is notified of a new day's challenge.
    var notifies: Bool
    /// Minutes that the user's clock is ahead of UTC.
    var zone: Int
    var score: Score
    /// How many words the user has seen.
    var seenCount: UInt32
    var favouriteCount: UInt32
    let created: Moment
    var updated: Moment
    /// When the next day's challenge is announced to the user; nil: it is not.
    var dailyDue: Moment?

    /// A user who has not chosen anything.
    init(_ user: User.ID, language: String, at now: Moment) {
        (self.user, self.language, created, updated) = (user, language, now, now)
        (level, category, notifies, zone) = (1, "", false, 0)
        (score, seenCount, favouriteCount, dailyDue) = (Score(), 0, 0, nil)
    }

    /// The current day where the user is.
    func today(at now: Moment) -> LocalDay { LocalDay(at: now, zone: zone) }

    /// Plans the announcement of the next day's challenge, if the user wants one.
    mutating func planDaily(at now: Moment) {
        dailyDue = notifies ? today(at: now).next.begin(zone: zone) : nil
    }

    /// As commands show it.
    var settings: WordSettings {
        .with {
            ($0.language, $0.level, $0.category) = (language, level, category)
            ($0.notify, $0.zone) = (notifies, Int32(zone))
        }
    }

    /// The user's row; made when it is missing.
    static func open(
        _ user: User.ID, _ terms: WordTerms, in transaction: Transaction
    ) throws(Refusal) -> StoredPlayer {
        if let player = try transaction.first(.player(of: user)) { return player }
        let player = StoredPlayer(user, language: terms.language, at: transaction.now)
        try transaction.run(
            """
            INSERT INTO word_player (user_id, language, level, category, notifies, zone, games,
                streak, best, seen, favourites, created_ms, updated_ms, daily_ms)
            VALUES (\(user), \(player.language), \(player.level), '', 0, 0, 0, 0, 0, 0, 0,
                \(player.created), \(player.updated), NULL)
            """)
        return player
    }

    /// Stores the player.
    mutating func store(in transaction: Transaction) throws(Refusal) {
        updated = transaction.now
        try transaction.run(
            """
            UPDATE word_player SET language = \(language), level = \(level),
                category = \(category), notifies = \(notifies), zone = \(Int64(zone)),
                games = \(score.games), streak = \(score.streak), best = \(score.best),
                seen = \(seenCount), favourites = \(favouriteCount), updated_ms = \(updated),
                daily_ms = \(dailyDue)
            WHERE user_id = \(user)
            """)
    }
}

extension Query where Row == StoredPlayer {
    static func player(of user: User.ID) -> Self { players("WHERE user_id = \(user)") }

    /// Users for whom a new day has begun.
    static func daily(dueAt now: Moment, limit: Int) -> Self {
        players(
            """
            WHERE daily_ms IS NOT NULL AND daily_ms <= \(now) ORDER BY daily_ms
            LIMIT \(Int64(limit))
            """)
    }

    private static func players(_ which: SQL) -> Self {
        Query(
            """
            SELECT user_id, language, level, category, notifies, zone, games, streak, best, seen,
                favourites, created_ms, updated_ms, daily_ms
            FROM word_player \(which)
            """
        ) { columns throws(StoreError) in
            let (user, language): (User.ID, String) = (try columns.id(), try columns.text())
            let (level, category) = (try columns.count(), try columns.text())
            let (notifies, zone) = (try columns.flag(), Int(try columns.integer()))
            let score = Score(
                games: try columns.count(), streak: try columns.count(),
                best: try columns.count())
            let (seen, favourites) = (try columns.count(), try columns.count())
            var player = StoredPlayer(user, language: language, at: try columns.moment())
            player.updated = try columns.moment()
            player.dailyDue = try columns.optionalMoment()
            (player.level, player.category) = (level, category)
            (player.notifies, player.zone, player.score) = (notifies, zone, score)
            (player.seenCount, player.favouriteCount) = (seen, favourites)
            return player
        }
    }
}

/// A user's score in one game, as it is stored.
enum StoredScore {
    /// One more game is over.
    ///
    /// - Returns: the game's score from now on.
    static func settle(
        _ game: WordGame, of user: User.ID, isWon: Bool, points: UInt32,
        in transaction: Transaction
    ) throws(Refusal) -> UInt32 {
        let (solved, gained): (UInt32, UInt32) = isWon ? (1, points) : (0, 0)
        try transaction.run(
            """
            INSERT INTO word_score (user_id, game, played, solved, score)
            VALUES (\(user), \(Int64(game.rawValue)), 1, \(solved), \(gained))
            ON CONFLICT (user_id, game) DO UPDATE SET played = word_score.played + 1,
                solved = word_score.solved + excluded.solved,
                score = word_score.score + excluded.score
            """)
        return try transaction.first(.score(of: user, in: game))?.score ?? 0
    }
}

extension Query where Row == WordScore {
    static func score(of user: User.ID, in game: WordGame) -> Self {
        scores("WHERE user_id = \(user) AND game = \(Int64(game.rawValue))")
    }

    /// In the order of the games.
    static func scores(of user: User.ID) -> Self {
        scores("WHERE user_id = \(user) ORDER BY game")
    }

    private static func scores(_ which: SQL) -> Self {
        Query("SELECT game, played, solved, score FROM word_score \(which)") {
            columns throws(StoreError) in
            var score = WordScore()
            score.game = WordGame(rawValue: Int(try columns.integer())) ?? .unspecified
            (score.played, score.solved) = (try columns.count(), try columns.count())
            score.score = try columns.count()
            return score
        }
    }
}
