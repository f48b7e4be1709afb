package import Kernel
import SwiftProtobuf
package import Wire

/// Games of words, in the model.
package struct WordBook {
    /// A set of questions for several players.
    package enum Contest: Hashable {
        /// Of a day, in days since 1970.
        case day(Int64)
        case duel(UInt32)
    }

    /// How many rounds a contest has.
    static let contestCount: UInt32 = 5

    struct Player {
        var zone: Int32 = 0
        var level: UInt32 = 1
        var notifies = false
        /// When a new day is announced.
        var dailyDue: Moment?
        var games: UInt32 = 0
        var streak: UInt32 = 0
        var best: UInt32 = 0
        var scores: [WordGame: WordScore] = [:]
        var seen: Set<String> = []

        var settings: WordSettings {
            .with {
                ($0.language, $0.level, $0.notify, $0.zone) = ("en", level, notifies, zone)
            }
        }

        /// One more game is over.
        mutating func settle(_ game: WordGame, isWon: Bool, level: UInt32) {
            games += 1
            streak = isWon ? streak + 1 : 0
            best = max(best, streak)
            var score = scores[game] ?? .with { ($0.game, $0.solved, $0.score) = (game, 0, 0) }
            score.played += 1
            if isWon { (score.solved, score.score) = (score.solved + 1, score.score + level) }
            scores[game] = score
        }
    }

    package struct Round {
        package let user: String
        package let asked: WordRound
        package let contest: Contest?
        let expires: Moment
        package var ended: Moment?
        /// Its result; while the round is open, the right answer.
        var result: WordResult

        package func isOpen(at now: Moment) -> Bool { ended == nil && expires > now }

        func isDue(at now: Moment) -> Bool { ended == nil && expires <= now }
    }

    /// A question for all entrants.
    struct Question: Equatable {
        let game: WordGame
        let prompt: String
        let choices: Set<String>

        init(_ round: WordRound) {
            (game, prompt, choices) = (round.game, round.prompt, Set(round.choices))
        }
    }

    struct Entrant {
        var played: UInt32 = 0
        var solved: UInt32 = 0
        var zone: Int32 = 0
        let begun: Moment

        var hasFinished: Bool { played >= contestCount }
    }

    struct Duel {
        let pair: Pair
        let level: UInt32
        let until: Moment
        var isOver = false
        var isCalledOff = false
    }

    /// A user's result in a day's challenge, and the friends who are shown it.
    package struct Showing: Equatable {
        package let friends: Set<String>
        package let body: WordDailyShown

        package init(friends: Set<String>, body: WordDailyShown) {
            (self.friends, self.body) = (friends, body)
        }
    }

    /// The right answers; empty: no game is open.
    package var key = WordKey()
    var players: [String: Player] = [:]
    package var rounds: [String: Round] = [:]
    var entrants: [Contest: [String: Entrant]] = [:]
    var questions: [Contest: [UInt32: Question]] = [:]
    var duels: [UInt32: Duel] = [:]
    /// The results that the last command or chore has shown to friends.
    package var showings: [Showing] = []

    /// A day, in days since 1970, where a clock is `zone` minutes ahead of UTC.
    static func day(at now: Moment, zone: Int32) -> Int64 {
        let minutes = (Double(now.unixMilliseconds) / 60_000).rounded(.down) + Double(zone)
        return Int64((minutes / 1_440).rounded(.down))
    }

    /// When a day begins.
    static func begin(of day: Int64, zone: Int32) -> Moment {
        Moment(unixMilliseconds: (day * 1_440 - Int64(zone)) * 60_000)
    }

    /// "2027-05-20".
    static func text(of day: Int64) -> String {
        var (year, rest) = (1970, day)
        func isLeap() -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        while rest >= (isLeap() ? 366 : 365) {
            rest -= isLeap() ? 366 : 365
            year += 1
        }
        var month = 0
        let lengths: [Int64] = [31, isLeap() ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        while rest >= lengths[month] {
            rest -= lengths[month]
            month += 1
        }
        let parts = [month + 1, Int(rest) + 1].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(year)-\(parts[0])-\(parts[1])"
    }
}
