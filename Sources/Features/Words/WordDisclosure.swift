import Accounts
import Kernel
import Wire

/// What is kept of a user's words and games: its export, and its erasure.
enum WordDisclosure {
    /// A record has at most 2 KB.
    static let pageCount = 40

    static func install(in catalog: inout Catalog) {
        catalog.disclose("wordSettings") { (caller, _, snapshot) throws(Refusal) in
            guard let player = try snapshot.first(.player(of: caller.user)) else {
                return ([], nil)
            }
            let profile = try PlayerCommands.profile(of: caller.user, in: snapshot)
            return ([record(.wordSettings(player.settings)), record(.wordProfile(profile))], nil)
        }
        disclose("wordFavourites", in: &catalog) { (caller, place, snapshot) throws(Refusal) in
            try snapshot.all(.favourites(of: caller.user, behind: place, limit: pageCount))
                .map { (record(.wordFavourite($0)), "\($0.language) \($0.word)") }
        }
        disclose("wordSeen", in: &catalog) { (caller, place, snapshot) throws(Refusal) in
            try snapshot.all(.seenWords(by: caller.user, behind: place, limit: pageCount))
                .map { (record(.wordSeen($0)), "\($0.language) \($0.word)") }
        }
        catalog.disclose("wordRounds") { (caller, after, snapshot) throws(Refusal) in
            let id = StoredRound.ID(rawValue: Int64(after) ?? 0)
            let page = try snapshot.all(
                .rounds(of: caller.user, after: id, limit: pageCount))
            let records = page.map { record(.wordRound($0.state(at: snapshot.now))) }
            return (records, page.count == pageCount ? page.last.map { "\($0.id.rawValue)" } : nil)
        }
        catalog.disclose("wordDailies") { (caller, after, snapshot) throws(Refusal) in
            let before = Moment(unixMilliseconds: Int64(after) ?? .max)
            let page = try snapshot.all(
                .dailies(of: caller.user, before: before, limit: pageCount))
            var records: [ExportRecord] = []
            for entrant in page {
                guard let contest = try snapshot.first(.contest(entrant.contest)) else { continue }
                var daily = WordDaily()
                (daily.day, daily.language) = (contest.day?.text ?? "", contest.language)
                (daily.count, daily.played) = (contest.count, entrant.played)
                daily.solved = entrant.solved
                records.append(record(.wordDaily(daily)))
            }
            let next = page.last.map { "\($0.begun.unixMilliseconds)" }
            return (records, page.count == pageCount ? next : nil)
        }
        catalog.disclose("wordDuels") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .duels(of: caller.user, after: Int64(after) ?? 0, limit: pageCount))
            var records: [ExportRecord] = []
            for duel in page {
                guard let shown = try Duels.shown(duel, to: caller.user, in: snapshot) else {
                    continue
                }
                records.append(record(.wordDuel(shown)))
            }
            return (records, page.count == pageCount ? page.last.map { "\($0.number)" } : nil)
        }
    }

    /// Pages by language and word.
    static func disclose(
        _ name: String, in catalog: inout Catalog,
        _ page:
            @escaping @Sendable (Caller, (language: String, word: String), Snapshot)
            throws(Refusal) -> [(ExportRecord, String)]
    ) {
        catalog.disclose(name) { (caller, after, snapshot) throws(Refusal) in
            let parts = after.split(separator: " ", maxSplits: 1).map(String.init)
            let place = (language: parts.first ?? "", word: parts.count > 1 ? parts[1] : "")
            let rows = try page(caller, place, snapshot)
            return (rows.map(\.0), rows.count == pageCount ? rows.last?.1 : nil)
        }
    }

    static func record(_ body: ExportRecord.OneOf_Record) -> ExportRecord {
        var record = ExportRecord()
        record.record = body
        return record
    }

    /// Erases some of what is kept of a departed user. Duels are erased for the other player, too.
    static let erase: Catalog.Erasure = { (departed, transaction) throws(Refusal) in
        let user = departed.user
        for step: SQL in [
            """
            DELETE FROM word_seen WHERE (user_id, language, word) IN (
                SELECT user_id, language, word FROM word_seen WHERE user_id = \(user) LIMIT 200)
            """,
            """
            DELETE FROM word_favourite WHERE (user_id, language, word) IN (
                SELECT user_id, language, word FROM word_favourite WHERE user_id = \(user)
                LIMIT 200)
            """,
            """
            DELETE FROM word_round WHERE id IN (
                SELECT id FROM word_round WHERE user_id = \(user) LIMIT 200)
            """,
        ] {
            guard try transaction.rowsChanged(step) < 200 else { return false }
        }
        try transaction.run("DELETE FROM word_duel WHERE low = \(user) OR high = \(user)")
        try transaction.run("DELETE FROM word_entrant WHERE user_id = \(user)")
        try transaction.run("DELETE FROM word_score WHERE user_id = \(user)")
        try transaction.run("DELETE FROM word_player WHERE user_id = \(user)")
        return true
    }
}
