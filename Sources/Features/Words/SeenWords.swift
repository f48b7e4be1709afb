import Kernel
import Lexicon
import Wire

/// Words that a user has seen, and how often (B16, B21, B22).
struct SeenWords {
    /// Most words of one user; beyond it, each new word replaces a random one.
    static let countMax: UInt32 = 20_000
    /// A word that was seen more often is put back, and another is drawn.
    static let oftenCount: UInt32 = 10
    /// Those that are looked at for a game.
    static let pickCount = 16

    /// A word, as it is stored.
    struct Stored: Equatable, Sendable {
        let word: String
        let sense: Int
        let count: UInt32
    }

    let language: String
    let transaction: Transaction

    /// How often a user has seen a word.
    func count(of word: String, by user: User.ID) throws(Refusal) -> UInt32 {
        try transaction.first(.seen(word, in: language, by: user))?.count ?? 0
    }

    /// Counts one more time that a user sees a word.
    ///
    /// - Returns: the new count.
    @discardableResult
    func note(_ word: DrawnWord, for player: inout StoredPlayer) throws(Refusal) -> UInt32 {
        try note(
            word.word, sense: word.sense.number, level: UInt32(word.level?.rawValue ?? 0),
            for: &player)
    }

    /// - Parameter level: of the word; 0: it has none.
    @discardableResult
    func note(
        _ word: String, sense: Int, level: UInt32, for player: inout StoredPlayer
    ) throws(Refusal) -> UInt32 {
        let stored = try transaction.first(.seen(word, in: language, by: player.user))
        let chance = Chance(transaction: transaction)
        if stored == nil {
            if player.seenCount >= Self.countMax { try forgetOne(of: &player) }
            player.seenCount += 1
        }
        try transaction.run(
            """
            INSERT INTO word_seen (user_id, language, word, sense, level, count, draw)
            VALUES (\(player.user), \(language), \(word), \(Int64(sense)), \(level), 1,
                \(chance.point()))
            ON CONFLICT (user_id, language, word) DO UPDATE SET count = word_seen.count + 1,
                sense = excluded.sense, level = excluded.level, draw = excluded.draw
            """)
        return (stored?.count ?? 0) + 1
    }

    /// A word is put back: it counts as seen once less.
    func putBack(_ word: String, by user: User.ID) throws(Refusal) {
        try transaction.run(
            """
            UPDATE word_seen SET count = count - 1
            WHERE user_id = \(user) AND language = \(language) AND word = \(word) AND count > 0
            """)
    }

    /// Some random words of a level that a user has seen.
    func pick(level: UInt32, by user: User.ID) throws(Refusal) -> [Stored] {
        let chance = Chance(transaction: transaction)
        let point = chance.point()
        var picked: [Stored] = []
        for start in [point, 0] where picked.isEmpty {
            picked = try transaction.all(
                .seen(by: user, in: language, level: level, from: start, limit: Self.pickCount))
        }
        return picked
    }

    private func forgetOne(of player: inout StoredPlayer) throws(Refusal) {
        let gone = try transaction.rowsChanged(
            """
            DELETE FROM word_seen WHERE (user_id, language, word) IN (
                SELECT user_id, language, word FROM word_seen WHERE user_id = \(player.user)
                ORDER BY language, level, draw LIMIT 1)
            """)
        player.seenCount -= min(player.seenCount, UInt32(clamping: gone))
    }
}

extension Query where Row == SeenWords.Stored {
    static func seen(_ word: String, in language: String, by user: User.ID) -> Self {
        seen(
            """
            WHERE user_id = \(user) AND language = \(language) AND word = \(word)
            """)
    }

    /// - Index: `word_seen_draw`.
    static func seen(
        by user: User.ID, in language: String, level: UInt32, from point: Int64, limit: Int
    ) -> Self {
        seen(
            """
            WHERE user_id = \(user) AND language = \(language) AND level = \(level)
                AND draw >= \(point)
            ORDER BY draw LIMIT \(Int64(limit))
            """)
    }

    private static func seen(_ which: SQL) -> Self {
        Query("SELECT word, sense, count FROM word_seen \(which)") {
            columns throws(StoreError) in
            SeenWords.Stored(
                word: try columns.text(), sense: Int(try columns.integer()),
                count: try columns.count())
        }
    }
}

extension Query where Row == WordSeen {
    /// Those of one language, or of all of them, in the order of languages and words.
    ///
    /// - Parameter place: behind this language and word.
    static func seenWords(
        by user: User.ID, behind place: (language: String, word: String), limit: Int
    ) -> Self {
        Query(
            """
            SELECT language, word, count FROM word_seen
            WHERE user_id = \(user) AND (language, word) > (\(place.language), \(place.word))
            ORDER BY language, word LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            var seen = WordSeen()
            (seen.language, seen.word) = (try columns.text(), try columns.text())
            seen.count = try columns.count()
            return seen
        }
    }
}
