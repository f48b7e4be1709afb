import Accounts
import Kernel
import Lexicon
import Rooms
import SwiftProtobuf
import Wire

/// Words that are drawn, kept among favourites, listed and shared (B8, B15, B16, B21).
struct WordCommands: Sendable {
    static let favouritesMax: UInt32 = 1_000
    static let favouritePage = 100
    static let seenPage = 200
    /// Words that are put back one after the other at most, before one is shown all the same.
    private static let drawsMax = 20

    let terms: WordTerms

    /// B21: a word seen more than ten times is put back, and another drawn.
    func draw(
        _ command: WordDraw, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> WordDrawn {
        let lexicon = try terms.lexicon(
            of: command.language, for: caller.user, in: transaction)
        var player = try StoredPlayer.open(caller.user, terms, in: transaction)
        let seen = SeenWords(language: lexicon.language, transaction: transaction)
        let chance = Chance(transaction: transaction)
        let wish = WordWish(
            level: WordLevel(rawValue: Int(player.level)),
            category: player.category.isEmpty || lexicon.language != player.language
                ? nil : player.category)
        for turn in 1...Self.drawsMax {
            let drawn = try looking { () throws(LexiconFailure) in
                try lexicon.draw(wish, by: chance.next())
            }
            guard let drawn else {
                throw Refusal(.notFound, "the dictionary has no word of your level and category")
            }
            if try seen.count(of: drawn.word, by: player.user) > SeenWords.oftenCount {
                try seen.putBack(drawn.word, by: player.user)
                if turn < Self.drawsMax { continue }
            }
            var shown = WordDrawn()
            shown.seen = try seen.note(drawn, for: &player)
            try player.store(in: transaction)
            shown.entry = WordEntry(try lexicon.known(drawn.word), in: lexicon.language)
            return shown
        }
        throw .fault
    }

    func share(
        _ command: WordShare, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomSent {
        let lexicon = try terms.lexicon(
            of: command.language, for: caller.user, in: transaction)
        let entry = try lexicon.known(command.word)
        let meaning = entry.senses.first.map { ": \($0.definition)" } ?? ""
        return try RoomsFeature.send(
            News.cut(entry.word + meaning), to: command.to, caller, in: transaction)
    }

    func setFavourite(
        _ command: WordFavouriteSet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> WordFavourite {
        let lexicon = try terms.lexicon(
            of: command.language, for: caller.user, in: transaction)
        guard command.hasOn else {
            throw Refusal(.invalidField, field: "on", "expected true or false")
        }
        let typed = try PlainText(command.word, .ofWord, field: "word").text
        let kept = Query<WordFavourite>.favourite(typed, in: lexicon.language, of: caller.user)
        // A word that another dictionary had may be taken away, too.
        let isKept = try transaction.first(kept) != nil
        let word = isKept ? typed : try lexicon.known(typed).word
        var favourite = WordFavourite()
        (favourite.word, favourite.language, favourite.on) = (word, lexicon.language, command.on)
        let stored = try transaction.first(
            .favourite(word, in: lexicon.language, of: caller.user))
        guard (stored != nil) != command.on else { return stored ?? favourite }
        var player = try StoredPlayer.open(caller.user, terms, in: transaction)
        if command.on {
            guard player.favouriteCount < Self.favouritesMax else {
                throw Refusal(
                    .listFull, field: "word",
                    "limit reached: you have \(Self.favouritesMax) favourites")
            }
            favourite.at = transaction.now.timestamp
            try transaction.run(
                """
                INSERT INTO word_favourite (user_id, language, word, at_ms)
                VALUES (\(caller.user), \(lexicon.language), \(word), \(transaction.now))
                """)
            player.favouriteCount += 1
        } else {
            try transaction.run(
                """
                DELETE FROM word_favourite WHERE user_id = \(caller.user)
                    AND language = \(lexicon.language) AND word = \(word)
                """)
            player.favouriteCount -= min(1, player.favouriteCount)
        }
        try player.store(in: transaction)
        try transaction.deliver(.wordFavouriteChanged(favourite), to: [caller.user])
        return favourite
    }

    func favourites(
        _ command: WordFavouriteList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> WordFavourites {
        try Self.check(place: command.after)
        let language = try terms.lexicon(
            of: command.language, for: caller.user, in: snapshot
        ).language
        let rows = try snapshot.all(
            .favourites(
                of: caller.user, behind: (language, command.after),
                limit: Self.favouritePage + 1)
        ).filter { $0.language == language }
        var page = WordFavourites()
        page.favourites = Array(rows.prefix(Self.favouritePage))
        if rows.count > Self.favouritePage { page.next = page.favourites.last?.word ?? "" }
        return page
    }

    func seen(
        _ command: WordSeenList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> WordSeenPage {
        try Self.check(place: command.after)
        let language = try terms.lexicon(
            of: command.language, for: caller.user, in: snapshot
        ).language
        let rows = try snapshot.all(
            .seenWords(
                by: caller.user, behind: (language, command.after), limit: Self.seenPage + 1)
        ).filter { $0.language == language }
        var page = WordSeenPage()
        page.words = Array(rows.prefix(Self.seenPage))
        if rows.count > Self.seenPage { page.next = page.words.last?.word ?? "" }
        return page
    }

    /// - Throws: `.invalidField` for what cannot be `next` of a page.
    static func check(place after: String) throws(Refusal) {
        guard !after.isEmpty else { return }
        _ = try PlainText(after, .ofWord, field: "after")
    }
}

extension WordEntry {
    init(_ entry: DictionaryEntry, in language: String) {
        self.init()
        (word, self.language, ipa) = (entry.word, language, entry.ipa)
        frequency = UInt32(entry.frequency?.grade ?? 1)
        level = UInt32(entry.level?.rawValue ?? 0)
        senses = entry.senses.map { sense in
            .with {
                ($0.part, $0.category) = (sense.part.name, sense.category)
                ($0.definition, $0.examples) = (sense.definition, sense.examples)
                $0.synonyms = sense.synonyms
            }
        }
    }
}

extension Query where Row == WordFavourite {
    static func favourite(_ word: String, in language: String, of user: User.ID) -> Self {
        favourites(
            "WHERE user_id = \(user) AND language = \(language) AND word = \(word)")
    }

    /// In the order of languages and words.
    ///
    /// - Parameter place: behind this language and word.
    static func favourites(
        of user: User.ID, behind place: (language: String, word: String), limit: Int
    ) -> Self {
        favourites(
            """
            WHERE user_id = \(user) AND (language, word) > (\(place.language), \(place.word))
            ORDER BY language, word LIMIT \(Int64(limit))
            """)
    }

    private static func favourites(_ which: SQL) -> Self {
        Query("SELECT language, word, at_ms FROM word_favourite \(which)") {
            columns throws(StoreError) in
            var favourite = WordFavourite()
            (favourite.language, favourite.word) = (try columns.text(), try columns.text())
            (favourite.on, favourite.at) = (true, try columns.moment().timestamp)
            return favourite
        }
    }
}
