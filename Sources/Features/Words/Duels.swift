import Accounts
import Activities
import Friends
import Kernel
import Lexicon
import SwiftProtobuf
import Wire

/// A duel, as it is stored: two friends who play the same rounds.
struct StoredDuel: Equatable, Sendable {
    let number: UInt32
    let contest: Contest.ID
    let pair: UserPair
    let until: Moment
    let ended: Moment?
    let isCalledOff: Bool

    /// The other of the two.
    func other(than user: User.ID) -> User.ID { user == pair.low ? pair.high : pair.low }
}

/// Duels: opened by a match of two friends who are up for a word game (B27 and the board).
struct Duels: Sendable {
    /// How long a duel lasts.
    static let lifetime = Duration.seconds(900)
    static let pageCount = 50

    let terms: WordTerms
    /// The activity on the board that opens them.
    let activity: String

    /// Two friends match: if both have turned the word game on, they play a duel, one for each time
    /// that they match. A wildcard opens none.
    func matched(_ overlap: Overlap, in transaction: Transaction) throws(Refusal) {
        guard overlap.activity == activity, terms.hasWords, overlap.isExact,
            overlap.starts <= transaction.now, let pair = UserPair(overlap.low, overlap.high),
            try transaction.first(.openDuel(of: pair)) == nil,
            try transaction.first(.duel(of: pair, since: overlap.began)) == nil
        else { return }
        let players = [
            try StoredPlayer.open(pair.low, terms, in: transaction),
            try StoredPlayer.open(pair.high, terms, in: transaction),
        ]
        let languages = Set(players.map(\.language))
        let language = languages.count == 1 ? players[0].language : terms.language
        let lexicon = try terms.lexicon(
            of: terms.has(language) ? language : terms.language)
        let level = WordLevel(rawValue: Int(players.map(\.level).min() ?? 1)) ?? .beginner
        let number = try transaction.drawNumber { (number) throws(Refusal) in
            try transaction.first(.duel(number: number)) != nil
        }
        let contest = try Contest.make(
            duel: number, games: DailyCommands.games,
            levels: Array(repeating: level, count: Int(Contest.count)), of: lexicon,
            in: transaction)
        guard let contest else { return }
        for player in players {
            _ = try Entrant.enter(player.user, zone: 0, contest.id, in: transaction)
        }
        let until = transaction.now.advanced(by: Self.lifetime)
        try transaction.run(
            """
            INSERT INTO word_duel
                (number, contest, low, high, until_ms, ended_ms, is_called_off)
            VALUES (\(number), \(contest.id), \(pair.low), \(pair.high), \(until), NULL, 0)
            """)
        let duel = StoredDuel(
            number: number, contest: contest.id, pair: pair, until: until, ended: nil,
            isCalledOff: false)
        try Self.tell(duel, { .wordDuelOpened($0) }, in: transaction)
    }

    /// An open duel of the caller, and its contest.
    ///
    /// - Throws: `.notFound` alike for a duel of others and for none; `.tooLate`.
    func open(
        _ number: UInt32, _ caller: Caller, in transaction: Transaction
    ) throws(Refusal) -> (StoredDuel, Contest) {
        guard let duel = try transaction.first(.duel(number: number)),
            duel.pair.low == caller.user || duel.pair.high == caller.user,
            let contest = try transaction.first(.contest(duel.contest))
        else { throw Refusal(.notFound, field: "duel", "you have no such duel") }
        guard duel.ended == nil, duel.until > transaction.now else {
            throw Refusal(.tooLate, field: "duel", "this duel is over")
        }
        return (duel, contest)
    }

    /// Ends a duel of which both have played all rounds.
    func endIfPlayed(
        _ duel: StoredDuel, _ contest: Contest, in transaction: Transaction
    ) throws(Refusal) {
        let entrants = try transaction.all(.entrants(in: contest.id))
        guard entrants.allSatisfy({ $0.finished != nil }) else { return }
        try Self.end(duel, isCalledOff: false, in: transaction)
    }

    /// Ends duels whose time has passed.
    ///
    /// - Returns: whether there may be more.
    func endDue(limit: Int, in transaction: Transaction) throws(Refusal) -> Bool {
        let due = try transaction.all(.duels(dueAt: transaction.now, limit: limit))
        for duel in due { try Self.end(duel, isCalledOff: false, in: transaction) }
        return due.count == limit
    }

    /// A friendship has ended: an open duel of the two is called off.
    static func parted(_ pair: UserPair, in transaction: Transaction) throws(Refusal) {
        guard let duel = try transaction.first(.openDuel(of: pair)) else { return }
        try end(duel, isCalledOff: true, in: transaction)
    }

    /// A user leaves: open duels are called off, and the other players receive an event.
    static func depart(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        for duel in try transaction.all(.openDuels(of: user)) {
            try parted(duel.pair, in: transaction)
        }
    }

    private static func end(
        _ duel: StoredDuel, isCalledOff: Bool, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            UPDATE word_duel SET ended_ms = \(transaction.now), is_called_off = \(isCalledOff)
            WHERE number = \(duel.number)
            """)
        let ended = StoredDuel(
            number: duel.number, contest: duel.contest, pair: duel.pair, until: duel.until,
            ended: transaction.now, isCalledOff: isCalledOff)
        try tell(ended, { .wordDuelEnded($0) }, in: transaction)
    }

    private static func tell(
        _ duel: StoredDuel, _ event: (WordDuel) -> ServerMessage.OneOf_Body,
        in transaction: Transaction
    ) throws(Refusal) {
        for user in [duel.pair.low, duel.pair.high] {
            guard let shown = try shown(duel, to: user, in: transaction) else { continue }
            try transaction.deliver(event(shown), to: [user])
        }
    }

    /// The duel as one of the two sees it; nil when the other is just leaving.
    static func shown(
        _ duel: StoredDuel, to user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> WordDuel? {
        guard let other = try snapshot.first(.account(of: duel.other(than: user))),
            let contest = try snapshot.first(.contest(duel.contest)),
            let mine = try snapshot.first(.entrant(user, in: duel.contest)),
            let theirs = try snapshot.first(.entrant(other.id, in: duel.contest))
        else { return nil }
        var shown = WordDuel()
        (shown.number, shown.with, shown.language) = (
            duel.number, other.profile, contest.language
        )
        (shown.count, shown.until) = (contest.count, duel.until.timestamp)
        (shown.played, shown.solved) = (mine.played, mine.solved)
        guard duel.ended != nil else { return shown }
        guard !duel.isCalledOff else {
            shown.outcome = .wordDuelCalledOff
            return shown
        }
        (shown.theirPlayed, shown.theirSolved) = (theirs.played, theirs.solved)
        shown.outcome =
            mine.solved == theirs.solved
            ? .wordDuelEven : mine.solved > theirs.solved ? .wordDuelWon : .wordDuelLost
        return shown
    }

    static func list(
        _ command: WordDuelList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> WordDuels {
        let last =
            command.before == 0 ? nil : try snapshot.first(.duel(number: command.before))
        let isOwn = last.map { [$0.pair.low, $0.pair.high].contains(caller.user) }
        guard isOwn ?? (command.before == 0) else {
            throw Refusal(
                .invalidField, field: "before", "expected `next` of the page before")
        }
        let page = try snapshot.all(.duels(of: caller.user, before: last, limit: pageCount + 1))
        var duels = WordDuels()
        for duel in page.prefix(pageCount) {
            if let shown = try shown(duel, to: caller.user, in: snapshot) {
                duels.duels.append(shown)
            }
        }
        if page.count > pageCount { duels.next = page[pageCount - 1].number }
        return duels
    }

    /// Deletes duels that ended long ago, before their contests are deleted.
    static func forget(in transaction: Transaction) throws(Refusal) {
        let before = transaction.now.advanced(by: .zero - Contest.kept)
        try transaction.run(
            """
            DELETE FROM word_duel WHERE number IN (
                SELECT number FROM word_duel WHERE ended_ms IS NOT NULL AND until_ms < \(before)
                ORDER BY until_ms LIMIT 200)
            """)
    }
}

extension Query where Row == StoredDuel {
    static func duel(number: UInt32) -> Self { duels("WHERE number = \(number)") }

    static func openDuel(of pair: UserPair) -> Self {
        duels("WHERE low = \(pair.low) AND high = \(pair.high) AND ended_ms IS NULL")
    }

    /// A duel of the two that was opened at `moment` or later.
    static func duel(of pair: UserPair, since moment: Moment) -> Self {
        let until = moment.advanced(by: Duels.lifetime)
        return duels(
            "WHERE low = \(pair.low) AND until_ms >= \(until) AND high = \(pair.high) LIMIT 1")
    }

    static func openDuels(of user: User.ID) -> Self {
        duels(
            """
            WHERE (low = \(user) OR high = \(user)) AND ended_ms IS NULL ORDER BY number
            """)
    }

    static func duels(dueAt now: Moment, limit: Int) -> Self {
        duels(
            """
            WHERE ended_ms IS NULL AND until_ms <= \(now) ORDER BY until_ms, number
            LIMIT \(Int64(limit))
            """)
    }

    /// The newest first.
    ///
    /// - Parameter last: of the page before; nil: from the newest.
    static func duels(of user: User.ID, before last: StoredDuel?, limit: Int) -> Self {
        let (until, number) =
            last.map { ($0.until, $0.number) } ?? (Moment(unixMilliseconds: .max), .max)
        return duels(
            """
            WHERE (low = \(user) OR high = \(user)) AND (until_ms, number) < (\(until), \(number))
            ORDER BY until_ms DESC, number DESC LIMIT \(Int64(limit))
            """)
    }

    /// By number.
    static func duels(of user: User.ID, after number: Int64, limit: Int) -> Self {
        duels(
            """
            WHERE (low = \(user) OR high = \(user)) AND number > \(number)
            ORDER BY number LIMIT \(Int64(limit))
            """)
    }

    private static func duels(_ which: SQL) -> Self {
        Query(
            """
            SELECT number, contest, low, high, until_ms, ended_ms, is_called_off
            FROM word_duel \(which)
            """
        ) { columns throws(StoreError) in
            let (number, contest): (UInt32, Contest.ID) = (
                try columns.count(), try columns.id()
            )
            let (low, high): (User.ID, User.ID) = (try columns.id(), try columns.id())
            guard let pair = UserPair(low, high) else { throw .unexpectedColumn }
            return StoredDuel(
                number: number, contest: contest, pair: pair, until: try columns.moment(),
                ended: try columns.optionalMoment(), isCalledOff: try columns.flag())
        }
    }
}
