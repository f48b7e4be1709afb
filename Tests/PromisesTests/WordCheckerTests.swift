import SwiftProtobuf
import Testing
import Wire

@testable import Promises

@Suite struct `The checker of words` {
    typealias Played = WordNews.Played

    private static let day = "2026-11-20"

    /// 0 and 1 play a duel, which 0 wins by one round, and the challenge of a day.
    private static let stories = [0, 1].map { person -> [InboxEntry] in
        var story = WordStory(person)
        story.play([true, false, false, true, true])
        story.entries.append(opened(with: 1 - person))
        story.play(duels[person], duel: 1)
        story.entries.append(ended(with: 1 - person, score(of: person)))
        story.play(days[person], day: day)
        return story.entries
    }
    private static let duels = [
        [true, true, false, true, false], [true, false, false, true, false],
    ]
    private static let days = [
        [false, true, true, false, true], [true, true, true, true, true],
    ]

    private static func score(of person: Int) -> WordNews.Score {
        var score = WordNews.Score()
        (score.played, score.theirPlayed) = (5, 5)
        (score.solved, score.theirSolved) = person == 0 ? (3, 2) : (2, 3)
        score.outcome = person == 0 ? .wordDuelWon : .wordDuelLost
        return score
    }

    /// - Parameters:
    ///   - zero: what 0 does besides.
    ///   - change: of the news of both.
    private static func world(
        _ zero: @escaping CheckerWorld.Doing = { _ in },
        _ change: (inout [[InboxEntry]]) -> Void = { _ in }
    ) -> CheckerWorld {
        var world = CheckerWorld()
        var stories = stories
        change(&stories)
        for person in [0, 1] { world.inboxes[person] += stories[person] }
        world.lastDoings[0] = [zero]
        return world
    }

    private static func changed(_ change: (inout [[InboxEntry]]) -> Void) -> CheckerWorld {
        world({ _ in }, change)
    }

    /// The same with another result as the `place`th event of 0.
    private static func world(_ place: Int, _ change: (inout Played) -> Void) -> CheckerWorld {
        changed { stories in
            guard case .words(let news) = stories[0][place], var played = news.played else {
                return
            }
            change(&played)
            stories[0][place] = entry(.wordPlayed(played.result), of: 0)
        }
    }

    /// The same with another number of rounds that 0 has won in the duel, in the events of both.
    private static func world(solving solved: UInt32) -> CheckerWorld {
        changed { stories in
            var (zero, one) = (score(of: 0), score(of: 1))
            (zero.solved, one.theirSolved) = (solved, solved)
            if solved == 2 { (zero.outcome, one.outcome) = (.wordDuelEven, .wordDuelEven) }
            (stories[0][11], stories[1][11]) = (ended(with: 1, zero), ended(with: 0, one))
        }
    }

    private static func result(_ place: Int) -> WordResult {
        guard case .words(let news) = stories[0][place] else { return WordResult() }
        return news.played?.result ?? WordResult()
    }

    @Test func `finds nothing in rounds that count once`() {
        let world = Self.world { script in
            let result = Self.result(0)
            let round = WordRound.with { $0.round = result.round }
            let play = WordPlay.with { $0.game = .fillGap }
            script.ask(.wordPlay(play), .wordRound(round))
            script.ask(.wordRoundRead(.with { $0.round = "0" }), .error(CommandError()))
            let answer = WordAnswer.with { $0.round = result.round }
            script.ask(.wordAnswer(answer), .wordResult(result))
            script.ask(.wordAnswer(answer), .wordResult(result))
            // The reply to a command that is sent again is the one it had.
            script.ask(.wordPlay(play), .wordRound(round))
            script.hear(.wordDailyShown(Self.shown(5)))
        }
        #expect(world.violations == [])
    }

    @Test func `takes it that a duel was called off`() {
        let world = Self.changed { stories in
            for person in [0, 1] {
                var score = WordNews.Score()
                (score.played, score.solved) = person == 0 ? (2, 1) : (3, 2)
                score.outcome = .wordDuelCalledOff
                stories[person][11] = Self.ended(with: 1 - person, score)
            }
        }
        #expect(world.violations == [])
    }

    @Test(arguments: [
        (15, 1, 400, true), (16, 0, 400, true), (14, 0, 400, false), (16, 1, 400, false),
    ])
    func `compares the profile`(games: UInt32, streak: UInt32, high: UInt32, isRight: Bool) {
        var world = Self.world()
        world.wordStanding = WordNews.Standing(games: games, streak: streak, highScore: high)
        #expect(world.violations.isEmpty == isRight, "\(world.violations)")
    }

    static let planted: [(String, Violation.Kind, CheckerWorld)] = [
        ("a round with two results", .duplicated, world(3) { $0.round = result(2).round }),
        ("a game that counts twice", .duplicated, world(2) { $0.games += 1 }),
        ("a game that does not count", .lost, world(2) { $0.games -= 1 }),
        ("a streak that outlives a loss", .duplicated, world(1) { $0.streak = 1 }),
        ("a win that its game does not count", .lost, world(3) { $0.score = 0 }),
        ("a high score that falls", .lost, world(1) { $0.highScore = 0 }),
        ("a day's round played twice", .duplicated, world(14) { $0.place = 1 }),
        ("a duel's round played twice", .duplicated, world(8) { $0.place = 1 }),
        ("a duel that ends for one", .asymmetric, changed { $0[1].remove(at: 11) }),
        ("a duel that one never heard of", .asymmetric, changed { $0[1].remove(at: 5) }),
        (
            "a duel that ends otherwise for one", .asymmetric,
            changed { $0[1][11] = ended(with: 0, score(of: 0)) }
        ),
        (
            "a duel that ends twice", .reordered,
            changed { $0[0].append(ended(with: 1, score(of: 0))) }
        ),
        (
            "a duel with who is no friend", .leaked,
            changed { $0[0].append(opened(2, with: 3)) }
        ),
        ("a round of a duel that does not count", .lost, world(solving: 2)),
        ("a round of a duel that counts too often", .duplicated, world(solving: 4)),
        ("a result that is nowhere", .lost, world { told(&$0, "ffff") }),
        ("another result than in the inbox", .duplicated, world { told(&$0, result(0).round) }),
        (
            "two results of one round", .duplicated,
            world { script in
                script.ask(.wordAnswer(WordAnswer()), .wordResult(result(0)))
                told(&script, result(0).round)
            }
        ),
        (
            "a round that is open again", .lost,
            world { script in
                let id = result(0).round
                script.ask(.wordAnswer(WordAnswer()), .wordResult(result(0)))
                script.ask(
                    .wordRoundRead(.with { $0.round = id }),
                    .wordRoundState(.with { $0.open.round = id }))
            }
        ),
        (
            "another question under the same id", .reordered,
            world { script in
                for prompt in ["dog", "cat"] {
                    script.ask(
                        .wordPlay(WordPlay()),
                        .wordRound(.with { ($0.round, $0.prompt) = ("ffff", prompt) }))
                }
            }
        ),
        (
            "the answer before the guess", .leaked,
            world {
                $0.ask(
                    .wordRoundRead(.with { $0.round = "ffff" }),
                    .wordRoundState(.with { $0.result.word = "dog" }))
            }
        ),
        (
            "a friend's day before its end", .leaked,
            world {
                $0.hear(.wordDailyShown(shown(5)))
            } _: {
                $0[1].removeLast()
            }
        ),
        (
            "a friend's day before the end of one's own", .leaked,
            world {
                $0.hear(.wordDailyShown(shown(5)))
            } _: {
                $0[0].removeLast()
            }
        ),
        (
            "another result of a friend's day", .reordered,
            world { $0.hear(.wordDailyShown(shown(4))) }
        ),
        (
            "a list of friends before the end of the day", .leaked,
            world { script in
                script.ask(
                    .wordDailyRead(WordDailyRead()),
                    .wordDaily(
                        .with {
                            ($0.day, $0.played, $0.count) = (day, 4, 5)
                            $0.friends = [shown(5).friend]
                        }))
            }
        ),
    ]

    @Test(arguments: planted.indices)
    func `finds what cannot be`(index: Int) {
        let (what, kind, world) = Self.planted[index]
        #expect(world.kinds.contains(kind), "\(what): \(world.violations)")
    }

    /// A result of a round that nobody else knows of.
    private static func told(_ script: inout TestimonyScript, _ round: String) {
        let result = WordResult.with { ($0.round, $0.gamesCount, $0.game) = (round, 77, .spell) }
        script.ask(.wordAnswer(.with { $0.round = round }), .wordResult(result))
    }

    /// What 1 has reached on the day.
    private static func shown(_ solved: UInt32) -> WordDailyShown {
        .with {
            $0.day = day
            ($0.friend.user.username, $0.friend.solved) = (CheckerWorld.roster.name(1), solved)
        }
    }

    private static func opened(_ number: UInt32 = 1, with friend: Int) -> InboxEntry {
        .words(WordNews(number, .opened(with: friend)))
    }

    private static func ended(
        _ number: UInt32 = 1, with friend: Int, _ score: WordNews.Score
    ) -> InboxEntry {
        .words(WordNews(number, .ended(with: friend, score)))
    }
}

private func entry(_ body: ServerMessage.OneOf_Body, of person: Int) -> InboxEntry {
    InboxEntry(body, of: person, CheckerWorld.roster)
}

/// The rounds of one player, with correct counts.
private struct WordStory {
    var entries: [InboxEntry] = []
    private let person: Int
    private var games: UInt32 = 0
    private var streak: UInt32 = 0
    private var best: UInt32 = 0
    private var score: UInt32 = 0

    init(_ person: Int) { self.person = person }

    mutating func play(_ wins: [Bool], day: String = "", duel: UInt32 = 0) {
        for (place, isWon) in wins.enumerated() {
            games += 1
            streak = isWon ? streak + 1 : 0
            best = max(best, streak)
            score += isWon ? 2 : 0
            let result = WordResult.with {
                ($0.round, $0.game) = ("\(person) \(games)", .fillGap)
                ($0.level, $0.won) = (2, isWon)
                if !day.isEmpty || duel > 0 {
                    ($0.contest.day, $0.contest.duel) = (day, duel)
                    $0.contest.number = UInt32(place + 1)
                }
                ($0.gamesCount, $0.streakCount) = (games, streak)
                ($0.highScore, $0.score) = (best * 100, score)
            }
            entries.append(entry(.wordPlayed(result), of: person))
        }
    }
}

extension WordNews.Played {
    /// The same as a message.
    var result: WordResult {
        .with {
            ($0.round, $0.game) = (round, WordGame(rawValue: game) ?? .unspecified)
            ($0.level, $0.won, $0.expired) = (level, isWon, isExpired)
            if place > 0 {
                ($0.contest.day, $0.contest.duel, $0.contest.number) = (day, duel, place)
            }
            ($0.gamesCount, $0.streakCount) = (games, streak)
            ($0.highScore, $0.score) = (highScore, score)
        }
    }
}

extension WordNews {
    /// The same as a message.
    func body(_ name: (Int) -> String) -> ServerMessage.OneOf_Body {
        switch kind {
        case .played(let played): .wordPlayed(played.result)
        case .opened(let friend):
            .wordDuelOpened(.with { ($0.number, $0.with.username) = (number, name(friend)) })
        case .ended(let friend, let score):
            .wordDuelEnded(
                .with {
                    ($0.number, $0.with.username) = (number, name(friend))
                    ($0.played, $0.solved) = (score.played, score.solved)
                    ($0.theirPlayed, $0.theirSolved) = (score.theirPlayed, score.theirSolved)
                    $0.outcome = score.outcome
                })
        }
    }
}
