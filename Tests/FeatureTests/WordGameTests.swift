import Kernel
import SwiftProtobuf
import Testing
import TestLexicon
import Wire

@testable import Words

/// B6, B16-B20, B28: rounds of games.
@Suite struct `A round of a word game` {
    private let world: World

    init() throws { world = try World(friends: [("ana", "ben")]) }

    @Test(arguments: [WordGame.chooseDefinition, .chooseWord, .fillGap])
    func `has four different choices, of which one is right`(game: WordGame) throws {
        for _ in 1...20 {
            let round = try world.ana.play(game)
            #expect(round.game == game && Set(round.choices).count == 4 && round.level == 1)
            let answer = try world.answer(of: round)
            #expect((1...4).contains(answer.choice) && answer.hasWon == false)
            let choice = round.choices[Int(answer.choice) - 1]
            #expect((game == .chooseDefinition ? round.prompt : choice) == answer.word)
            let won = try world.ana.answer(round, rightly: true)
            #expect(won.won && won.word == answer.word && won.answer == choice)
        }
    }

    @Test func `does not show the word that it leaves out`() throws {
        for game in [WordGame.chooseWord, .fillGap] {
            for _ in 1...30 {
                let round = try world.ana.play(game)
                let word = try world.answer(of: round).word
                #expect(!round.prompt.lowercased().contains(word), "\(round.prompt)")
                #expect(game == .chooseWord || round.prompt.contains("____"))
                try world.ana.answer(round, rightly: false)
            }
        }
    }

    @Test func `is one and the same while it is open, on every device and for every game`() throws {
        let round = try world.ana.play(.chooseWord)
        #expect(try world.ana.play(.chooseWord) == round)
        #expect(try world.ana.play(.fillGap).round != round.round)
        try world.restart()
        #expect(try world.ana.play(.chooseWord) == round)
        #expect(try world.ana.round(round).open == round)
        try world.ana.answer(round, rightly: true)
        #expect(try world.ana.play(.chooseWord).round != round.round)
    }

    @Test func `has one result, however often it is answered`() throws {
        let round = try world.ana.play()
        let first = try world.ana.answer(round, rightly: true, cid: "a")
        #expect(try world.ana.answer(round, rightly: true, cid: "a") == first)
        expectRefusal(.conflict, "round") {
            try world.ana.answer(round, rightly: false, cid: "b")
        }
        #expect(try world.ana.round(round).result == first)
        #expect(world.ana.results == [first])
        #expect(try world.ana.wordProfile().gamesCount == 1)
    }

    @Test func `answered by two devices at once has one result`() throws {
        let round = try world.ana.play()
        let right = try world.answer(of: round).choice
        let completions = try world.atOnce(
            (1...4).map { choice in
                (
                    "ana",
                    .wordAnswer(
                        .with { ($0.round, $0.choice) = (round.round, UInt32(choice)) })
                )
            })
        let results = completions.compactMap { completion -> WordResult? in
            guard case .success(.wordResult(let result)) = completion.result else { return nil }
            return result
        }
        #expect(results.count == 1 && world.ana.results == results)
        #expect(results[0].won == (results[0].answer == round.choices[Int(right) - 1]))
    }

    @Test func `counts as nothing when the device failed, and is asked again`() throws {
        let round = try world.ana.play()
        let answer = try world.answer(of: round)
        let failed = try world.ana.answer(.with { ($0.round, $0.failed) = (round.round, true) })
        #expect(failed.failed && !failed.hasWon && failed.word == "" && failed.choice == 0)
        #expect(failed.definition == "" && failed.round == round.round)
        #expect(try world.ana.round(round).result == failed && world.ana.results == [failed])
        #expect(try world.ana.wordProfile().gamesCount == 0 && world.ana.seenWords().isEmpty)
        expectRefusal(.conflict, "round") { try world.ana.answer(round, rightly: true) }
        // The hard one does not go away, not even by failing again.
        for _ in 1...3 {
            let again = try world.ana.play()
            #expect(again.round != round.round && again.choices == round.choices)
            #expect(try world.answer(of: again).word == answer.word)
            _ = try world.ana.answer(.with { ($0.round, $0.failed) = (again.round, true) })
        }
        let won = try world.ana.answer(world.ana.play(), rightly: true)
        #expect(won.word == answer.word && won.gamesCount == 1)
        #expect(try world.ana.seenWords() == [answer.word: 1])
    }

    @Test func `of the day or a duel counts as nothing, too, when the device failed`() throws {
        let first = try world.ana.playDaily()
        let failed = try world.ana.answer(.with { ($0.round, $0.failed) = (first.round, true) })
        #expect(failed.contest.number == 1 && failed.word == "")
        #expect(try world.ana.daily().played == 0)
        let again = try world.ana.playDaily()
        #expect(again.contest.number == 1 && again.prompt == first.prompt)
        #expect(Set(again.choices) == Set(first.choices))
        try world.ana.answer(again, rightly: true)
        #expect(try world.ana.daily().played == 1 && world.ana.daily().solved == 1)
    }

    @Test func `failed only while it was open, and was not answered`() throws {
        let late = try world.ana.play()
        world.clock.advance(by: .seconds(300))
        let fail = { (round: WordRound) in
            _ = try self.world.ana.answer(
                .with { ($0.round, $0.failed) = (round.round, true) })
        }
        expectRefusal(.tooLate, "round") { try fail(late) }
        let answered = try world.ana.play(.fillGap)
        try world.ana.answer(answered, rightly: false)
        expectRefusal(.conflict, "round") { try fail(answered) }
        expectRefusal(.notFound, "round") { try fail(WordRound()) }
        let open = try world.ana.play(.chooseDefinition)
        expectRefusal(.invalidField, "failed") {
            _ = try world.ana.answer(
                .with { ($0.round, $0.failed, $0.choice) = (open.round, true, 1) })
        }
        #expect(try world.ana.wordProfile().gamesCount == 2)
    }

    @Test func `is nobody else's`() throws {
        let round = try world.ana.play()
        expectRefusal(.notFound, "round") { try world.ben.answer(round, rightly: true) }
        expectRefusal(.notFound, "round") { _ = try world.ben.round(round) }
        for text in ["", "1", "zzzzzzzzzzzzzzzz", "ffffffffffffffff"] {
            expectRefusal(.notFound, "round") {
                _ = try world.ana.answer(.with { ($0.round, $0.choice) = (text, 1) })
            }
        }
    }

    @Test func `that nobody answers in time is lost, once, with an event`() throws {
        let round = try world.ana.play()
        try world.pass(.seconds(299))
        #expect(world.ana.results.isEmpty)
        try world.pass(.seconds(1))
        let lost = try #require(world.ana.results.first)
        #expect(lost.expired && lost.hasWon && !lost.won && lost.round == round.round)
        expectRefusal(.conflict, "round") { try world.ana.answer(round, rightly: true) }
        try world.pass(.seconds(600))
        #expect(world.ana.results.count == 1)
        #expect(try world.ana.wordProfile().gamesCount == 1)
    }

    @Test func `whose time has passed is lost though nobody has noted it yet`() throws {
        try world.ana.answer(world.ana.play(), rightly: true)
        let round = try world.ana.play(.chooseWord)
        _ = try world.ana.play(.fillGap)
        world.clock.advance(by: .seconds(300))
        expectRefusal(.tooLate, "round") { try world.ana.answer(round, rightly: true) }
        #expect(try world.ana.round(round).result.expired)
        let profile = try world.ana.wordProfile()
        #expect(profile.gamesCount == 3 && profile.streakCount == 0 && profile.highScore == 100)
        // Another game first notes what is lost: the run begins after it.
        let won = try world.ana.answer(world.ana.play(.chooseDefinition), rightly: true)
        #expect(won.gamesCount == 4 && won.streakCount == 1)
        try world.pass(.seconds(1))
        #expect(try world.ana.wordProfile().gamesCount == 4)
    }

    @Test func `that expires while the server is down is lost all the same`() throws {
        _ = try world.ana.play()
        world.clock.advance(by: .seconds(3_600))
        try world.restart()
        try world.pass(.seconds(1))
        #expect(world.ana.results.map(\.expired) == [true])
    }

    @Test func `may be given up, and is refused what is no answer`() throws {
        let round = try world.ana.play()
        expectRefusal(.invalidField, "choice") {
            _ = try world.ana.answer(.with { ($0.round, $0.choice) = (round.round, 5) })
        }
        expectRefusal(.invalidField, "text") {
            _ = try world.ana.answer(.with { ($0.round, $0.text) = (round.round, "cat") })
        }
        let lost = try world.ana.answer(.with { $0.round = round.round })
        #expect(!lost.won && !lost.expired && lost.answer.isEmpty)
    }

    @Test func `counts for games, streak, high score and the score of its game`() throws {
        var results: [WordResult] = []
        for rightly in [true, true, false, true, true, true, false] {
            results.append(try world.ana.answer(world.ana.play(.fillGap), rightly: rightly))
        }
        #expect(results.map(\.gamesCount) == [1, 2, 3, 4, 5, 6, 7])
        #expect(results.map(\.streakCount) == [1, 2, 0, 1, 2, 3, 0])
        #expect(results.map(\.highScore) == [100, 200, 200, 200, 200, 300, 300])
        #expect(results.map(\.score) == [1, 2, 2, 3, 4, 5, 5])
        try world.ana.setWords { $0.level = 2 }
        let harder = try world.ana.answer(world.ana.play(.chooseWord), rightly: true)
        #expect(harder.level == 2 && harder.score == 2)
        let profile = try world.ana.wordProfile()
        #expect(profile.scores.map(\.game) == [.chooseWord, .fillGap])
        #expect(profile.scores.map(\.score) == [2, 5] && profile.scores.map(\.solved) == [1, 5])
        #expect(profile.rating == 7 && profile.gamesCount == 8 && profile.streakCount == 1)
        #expect(profile.hasCreatedAt && profile.hasUpdatedAt)
        var shown = profile
        shown.clearCreatedAt()
        shown.clearUpdatedAt()
        #expect(try world.ben.wordProfile(of: "ana") == shown)
        expectRefusal(.notFriends, "username") { _ = try world.cleo.wordProfile(of: "ana") }
    }

    @Test func `needs one game, that there is`() throws {
        for command in [
            WordPlay(), .with { ($0.game, $0.daily) = (.fillGap, true) },
            .with { ($0.daily, $0.duel) = (true, 1) },
        ] {
            expectRefusal(.invalidField, "game") { _ = try world.ana.play(command) }
        }
        // Nobody says words aloud here, and nobody listens.
        expectRefusal(.notFound, "game") { _ = try world.ana.play(.spell) }
        expectRefusal(.notFound, "game") { _ = try world.ana.play(.speak) }
        expectRefusal(.invalidField, "language") {
            _ = try world.ana.play(.with { ($0.game, $0.language) = (.fillGap, "xx") })
        }
    }

    @Test func `is kept for a day after its end`() throws {
        let round = try world.ana.play()
        try world.ana.answer(round, rightly: true)
        try world.pass(.seconds(86_400))
        #expect(try world.ana.round(round).result.won)
        try world.pass(.seconds(1))
        expectRefusal(.notFound, "round") { _ = try world.ana.round(round) }
        #expect(try world.ana.wordProfile().gamesCount == 1)
    }
}
