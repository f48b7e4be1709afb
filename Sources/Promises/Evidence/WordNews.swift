import Kernel
import SwiftProtobuf
package import Wire

/// An event of an inbox about games of words: a round that is over, or a duel.
package struct WordNews: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case played(Played)
        case opened(with: Int)
        case ended(with: Int, Score)
    }

    /// The result of a round, and the player's standing after it.
    package struct Played: Hashable, Sendable {
        package var round: String
        package let game: Int
        package let level: UInt32
        package var isWon: Bool
        package let isExpired: Bool
        /// The day of the challenge; empty: the round belongs to none.
        package var day = ""
        /// The duel; 0: the round belongs to none.
        package var duel: UInt32 = 0
        /// The place of the round in the challenge or the duel.
        package var place: UInt32 = 0
        package var games: UInt32 = 0
        package var streak: UInt32 = 0
        package var highScore: UInt32 = 0
        /// The player's score in this game.
        package var score: UInt32 = 0
        /// The digest of the whole event.
        package var digest: UInt64 = 0
    }

    /// A player's standing after all rounds that are over.
    package struct Standing: Hashable, Sendable {
        package var games: UInt32 = 0
        package var streak: UInt32 = 0
        package var highScore: UInt32 = 0

        package init(games: UInt32, streak: UInt32, highScore: UInt32) {
            (self.games, self.streak, self.highScore) = (games, streak, highScore)
        }
    }

    /// The end of a duel, as one of the two sees it.
    package struct Score: Hashable, Sendable {
        package var played: UInt32 = 0
        package var solved: UInt32 = 0
        package var theirPlayed: UInt32 = 0
        package var theirSolved: UInt32 = 0
        package var outcome = WordDuelOutcome.wordDuelOpen

        package init() {}

        /// Whether the opponent may see the end in that way.
        func agrees(with other: Self) -> Bool {
            switch (outcome, other.outcome) {
            // Then each player sees only their own rounds.
            case (.wordDuelCalledOff, .wordDuelCalledOff): return true
            case (.wordDuelWon, .wordDuelLost), (.wordDuelLost, .wordDuelWon),
                (.wordDuelEven, .wordDuelEven):
                break
            default: return false
            }
            return (played, solved) == (other.theirPlayed, other.theirSolved)
                && (theirPlayed, theirSolved) == (other.played, other.solved)
        }
    }

    /// The number of the duel; 0 for a round.
    package let number: UInt32
    package let kind: Kind

    package init(_ number: UInt32, _ kind: Kind) { (self.number, self.kind) = (number, kind) }

    /// nil: it is about something else, or about a user outside the roster.
    init?(_ body: ServerMessage.OneOf_Body, _ roster: Roster) {
        switch body {
        case .wordPlayed(let result): self.init(0, .played(Played(result)))
        case .wordDuelOpened(let duel):
            guard let other = roster.number(duel.with.username) else { return nil }
            self.init(duel.number, .opened(with: other))
        case .wordDuelEnded(let duel):
            guard let other = roster.number(duel.with.username) else { return nil }
            self.init(duel.number, .ended(with: other, Score(duel)))
        default: return nil
        }
    }

    /// The result of a round; nil: it is about something else.
    package var played: Played? { if case .played(let played) = kind { played } else { nil } }
}

extension WordNews.Played {
    package init(_ result: WordResult) {
        (round, game, level) = (result.round, result.game.rawValue, result.level)
        (isWon, isExpired) = (result.won, result.expired)
        (day, duel) = (result.contest.day, result.contest.duel)
        place = result.contest.number
        (games, streak) = (result.gamesCount, result.streakCount)
        (highScore, score) = (result.highScore, result.score)
        digest = FNV1a((try? result.serializedBytes()) ?? []).digest
    }

    /// The contest of the round, and its place there; nil: it belongs to none.
    var contest: String? {
        guard place > 0 else { return nil }
        return day.isEmpty ? "round \(place) of duel \(duel)" : "round \(place) of \(day)"
    }
}

extension WordNews.Score {
    init(_ duel: WordDuel) {
        (played, solved) = (duel.played, duel.solved)
        (theirPlayed, theirSolved) = (duel.theirPlayed, duel.theirSolved)
        outcome = duel.outcome
    }
}
