import Accounts
import Friends
import Kernel
import SwiftProtobuf
import Wire

/// What follows the end of a round: it counts once, for its game, its player and its contest.
struct Settlement: Sendable {
    let terms: WordTerms
    let duels: Duels

    /// Most that are settled in one transaction by themselves.
    private static let stepCount = 100

    /// A round ends, by an answer or because its time has passed. Only now its word counts as seen:
    /// until then no reply to the player discloses the word.
    ///
    /// - Parameters:
    ///   - result: the outcome, with the answer; without the numbers of the profile.
    ///   - time: when it ended: at its expiry, if that has passed.
    /// - Returns: the result, as the player receives it.
    func settle(
        _ round: StoredRound, as result: WordResult, at time: Moment, in transaction: Transaction
    ) throws(Refusal) -> WordResult {
        var result = result
        var player = try StoredPlayer.open(round.user, terms, in: transaction)
        player.score.settle(isWon: result.won)
        if let sense = round.sense {
            try SeenWords(language: result.language, transaction: transaction).note(
                result.word, sense: sense, level: result.level, for: &player)
        }
        try player.store(in: transaction)
        result.score = try StoredScore.settle(
            result.game, of: round.user, isWon: result.won, points: result.level,
            in: transaction)
        (result.gamesCount, result.streakCount) = (player.score.games, player.score.streak)
        result.highScore = player.score.highScore
        try round.end(result, in: transaction)
        try transaction.deliver(.wordPlayed(result), to: [round.user])
        if let contest = round.contest {
            try note(result, of: round.user, in: contest, at: time, transaction)
        }
        return result
    }

    /// A device has failed: the round does not count, and its question is asked again.
    ///
    /// - Returns: the result, as the player receives it.
    func void(
        _ round: StoredRound, in transaction: Transaction
    ) throws(Refusal) -> WordResult {
        var kept = round.outcome
        kept.failed = true
        try round.end(kept, in: transaction)
        try transaction.deliver(.wordPlayed(round.void), to: [round.user])
        return round.void
    }

    private func note(
        _ result: WordResult, of user: User.ID, in id: Contest.ID, at time: Moment,
        _ transaction: Transaction
    ) throws(Refusal) {
        guard let contest = try transaction.first(.contest(id)),
            var entrant = try transaction.first(.entrant(user, in: id))
        else { return }
        if let number = contest.duel {
            guard let duel = try transaction.first(.duel(number: number)), duel.ended == nil,
                time < duel.until
            else { return }
            try entrant.settle(isWon: result.won, of: contest, in: transaction)
            try duels.endIfPlayed(duel, contest, in: transaction)
        } else {
            try entrant.settle(isWon: result.won, of: contest, in: transaction)
            if entrant.finished != nil {
                try DailyNews.finished(entrant, contest, in: transaction)
            }
        }
    }

    /// Rounds of a user whose time has passed are lost, before anything else of that user counts.
    func settleDue(of user: User.ID, in transaction: Transaction) throws(Refusal) {
        try settle(transaction.all(.dueRounds(of: user, at: transaction.now)), in: transaction)
    }

    /// The same for all users, and for duels whose time has passed.
    ///
    /// - Returns: whether there may be more.
    func pass(in transaction: Transaction) throws(Refusal) -> Bool {
        let due = try transaction.all(
            .dueRounds(at: transaction.now, limit: Self.stepCount))
        try settle(due, in: transaction)
        guard due.count < Self.stepCount else { return true }
        return try duels.endDue(limit: Self.stepCount, in: transaction)
    }

    private func settle(
        _ due: [StoredRound], in transaction: Transaction
    ) throws(Refusal) {
        for round in due {
            _ = try settle(
                round, as: round.lost(isExpired: true), at: round.expires, in: transaction)
        }
    }

    /// Deletes rounds that ended long ago.
    ///
    /// - Returns: whether there may be more.
    static func forget(in transaction: Transaction) throws(Refusal) -> Bool {
        let before = transaction.now.advanced(by: .zero - StoredRound.kept)
        let gone = try transaction.rowsChanged(
            """
            DELETE FROM word_round WHERE id IN (
                SELECT id FROM word_round WHERE ended_ms IS NOT NULL AND ended_ms < \(before)
                ORDER BY ended_ms LIMIT 200)
            """)
        return gone == 200
    }
}
