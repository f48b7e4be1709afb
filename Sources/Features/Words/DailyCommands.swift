import Accounts
import Friends
import Kernel
import Lexicon
import SwiftProtobuf
import Wire

/// The challenge of the day: the same words for all users, once for each local day (B9).
struct DailyCommands: Sendable {
    /// How long a user whose clock has changed its zone waits from one challenge to the next.
    static let rest = Duration.seconds(20 * 3_600)
    static let games: [WordGame] = [.chooseDefinition, .chooseWord, .fillGap]
    /// Most friends that are shown.
    static let friendsMax = 200

    let terms: WordTerms

    /// The state of a user's challenge of a language.
    private struct Standing {
        let day: LocalDay
        let zone: Int
        /// The day's, if any user has begun it.
        let contest: Contest?
        /// The user's own part in it; nil: not begun.
        let entrant: Entrant?
        /// When the user may begin; nil: now.
        let waitsUntil: Moment?
    }

    /// The contest of the caller's day, which may be played now.
    ///
    /// - Throws: `.conflict` when it has been played, or the last one began too shortly ago.
    func contest(
        for caller: Caller, _ lexicon: any Lexicon, in transaction: Transaction
    ) throws(Refusal) -> (Contest, zone: Int) {
        let standing = try standing(of: caller.user, lexicon.language, in: transaction)
        if let until = standing.waitsUntil {
            let wait = until.unixMilliseconds - transaction.now.unixMilliseconds
            throw Refusal(
                .conflict, "you have played this day's challenge",
                retryAfter: .milliseconds(max(1, wait)))
        }
        if let contest = standing.contest { return (contest, standing.zone) }
        let made = try Contest.make(
            day: standing.day, games: Self.games, levels: WordLevel.allCases, of: lexicon,
            in: transaction)
        guard let made else {
            throw Refusal(.notFound, "the dictionary has too few words for a challenge")
        }
        return (made, standing.zone)
    }

    func read(
        _ command: WordDailyRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> WordDaily {
        let lexicon = try terms.lexicon(of: command.language, for: caller.user, in: snapshot)
        let standing = try standing(of: caller.user, lexicon.language, in: snapshot)
        var daily = WordDaily()
        (daily.day, daily.language) = (standing.day.text, lexicon.language)
        daily.count = standing.contest?.count ?? Contest.count
        (daily.played, daily.solved) = (
            standing.entrant?.played ?? 0, standing.entrant?.solved ?? 0
        )
        if let until = standing.waitsUntil { daily.nextAt = until.timestamp }
        if let contest = standing.contest, standing.entrant?.finished != nil {
            daily.friends = try snapshot.all(
                .friends(of: caller.user, whoFinished: contest.id, limit: Self.friendsMax))
        }
        return daily
    }

    private func standing(
        of user: User.ID, _ language: String, in snapshot: Snapshot
    ) throws(Refusal) -> Standing {
        let zone = try snapshot.first(.player(of: user))?.zone ?? 0
        let day = LocalDay(at: snapshot.now, zone: zone)
        let contest = try snapshot.first(.contest(of: day, in: language))
        let entrant = try contest.flatMap { (contest) throws(Refusal) in
            try snapshot.first(.entrant(user, in: contest.id))
        }
        var waitsUntil: Moment?
        let tomorrow = day.next.begin(zone: zone)
        if let entrant {
            waitsUntil = entrant.finished == nil ? nil : tomorrow
        } else if let last = try snapshot.first(.newestDaily(of: user, in: language)) {
            let lastDay = try snapshot.first(.contest(last.contest))?.day ?? day
            let rested = last.begun.advanced(by: Self.rest)
            if lastDay >= day {
                // The clock was put back: the user has played that day already.
                waitsUntil = max(lastDay.next.begin(zone: zone), rested)
            } else if last.zone != zone, rested > snapshot.now {
                waitsUntil = rested
            }
        }
        return Standing(
            day: day, zone: zone, contest: contest, entrant: entrant, waitsUntil: waitsUntil)
    }

    /// Most recipients in one transaction.
    private static let stepCount = 100

    /// B9: sends an event to users who want it when a new day begins in their zone.
    ///
    /// - Returns: whether there may be more.
    func announce(in transaction: Transaction) throws(Refusal) -> Bool {
        let due = try transaction.all(.daily(dueAt: transaction.now, limit: Self.stepCount))
        for var player in due {
            player.planDaily(at: transaction.now)
            try player.store(in: transaction)
            var ready = WordDailyReady()
            ready.day = player.today(at: transaction.now).text
            ready.language = player.language
            try transaction.deliver(.wordDailyReady(ready), to: [player.user])
        }
        return due.count == Self.stepCount
    }
}

/// What friends see of each other's challenges: a result, if both have finished the same one.
enum DailyNews {
    /// A user has finished: friends who have finished, too, receive the result.
    static func finished(
        _ entrant: Entrant, _ contest: Contest, in transaction: Transaction
    ) throws(Refusal) {
        guard let day = contest.day,
            let account = try transaction.first(.account(of: entrant.user))
        else { return }
        let friends = try transaction.all(.friendIDs(of: entrant.user, whoFinished: contest.id))
        guard !friends.isEmpty else { return }
        var shown = WordDailyShown()
        (shown.day, shown.language) = (day.text, contest.language)
        (shown.friend.user, shown.friend.solved) = (account.profile, entrant.solved)
        transaction.signal(
            .hint(
                Hint(
                    .wordDailyShown(shown), key: "daily:\(contest.language):\(account.username)",
                    about: entrant.user, to: friends)))
    }
}

extension Query where Row == WordDailyFriend {
    /// The best first.
    static func friends(
        of user: User.ID, whoFinished contest: Contest.ID, limit: Int
    ) -> Self {
        Query(
            """
            SELECT p.username, p.display_name, p.avatar, e.solved FROM relation r
            JOIN word_entrant e ON e.contest = \(contest) AND e.user_id = r.other_id
            JOIN person p ON p.id = e.user_id
            WHERE r.user_id = \(user) AND r.kind IN \(BondRight.activities.kinds)
                AND e.finished_ms IS NOT NULL
            ORDER BY e.solved DESC, p.username LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            var friend = WordDailyFriend()
            friend.user = try UserProfile(from: &columns)
            friend.solved = try columns.count()
            return friend
        }
    }
}

extension Query where Row == User.ID {
    fileprivate static func friendIDs(
        of user: User.ID, whoFinished contest: Contest.ID
    ) -> Self {
        Query(
            """
            SELECT DISTINCT r.other_id FROM relation r
            JOIN word_entrant e ON e.contest = \(contest) AND e.user_id = r.other_id
            WHERE r.user_id = \(user) AND r.kind IN \(BondRight.activities.kinds)
                AND e.finished_ms IS NOT NULL
            ORDER BY r.other_id
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}
