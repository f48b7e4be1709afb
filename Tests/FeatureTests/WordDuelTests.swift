import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Words

/// Duels: "word game" is an activity of the board, and a match in it opens one.
@Suite struct `A duel` {
    private let world: World

    init() throws {
        world = try World(friends: [("ana", "ben"), ("ben", "cleo")], playing: true)
    }

    /// Both are up for a word game.
    private func meet() throws -> UInt32 {
        try world.ana.set("wordgame", on: true)
        try world.ben.set("wordgame", on: true)
        return try #require(world.ana.duels().first).number
    }

    @Test func `begins when two friends are up for a word game, once`() throws {
        try world.ana.set("wordgame", on: true)
        #expect(try world.ana.duels().isEmpty)
        try world.ben.set("wordgame", on: true)
        let (anas, bens) = (try world.ana.duels(), try world.ben.duels())
        #expect(anas.count == 1 && bens.count == 1)
        #expect(anas[0].with.username == "ben" && bens[0].with.username == "ana")
        #expect(world.ana.told.suffix(2).map(\.isDuel) == [false, true])
        // Off and on again, within the grace and after it: the duel lasts.
        try world.ben.set("wordgame", on: false)
        try world.pass(.seconds(60))
        try world.ben.set("wordgame", on: true)
        #expect(try world.ana.duels().count == 1)
        try world.cleo.set("coffee", on: true)
        try world.ben.set("coffee", on: true)
        #expect(try world.cleo.duels().isEmpty)
    }

    @Test func `asks both the same, and shows the other's result when it is over`() throws {
        let number = try meet()
        let anas = try world.ana.finishDuel(number, winning: 4)
        let open = try #require(world.ana.duels().first)
        #expect(open.outcome == .wordDuelOpen && open.played == 5 && open.solved == 4)
        #expect(!open.hasTheirPlayed && !open.hasTheirSolved)
        #expect(try world.ben.duels().first.map { !$0.hasTheirSolved } == true)
        let bens = try world.ben.finishDuel(number, winning: 2)
        #expect(anas.map(\.prompt) == bens.map(\.prompt))
        let (won, lost) = (
            try #require(world.ana.duels().first), try #require(world.ben.duels().first)
        )
        #expect(won.outcome == .wordDuelWon && won.theirSolved == 2 && won.theirPlayed == 5)
        #expect(lost.outcome == .wordDuelLost && lost.theirSolved == 4)
        #expect(world.ana.inbox.last == .wordDuelEnded(won))
        #expect(world.ben.inbox.last == .wordDuelEnded(lost))
        expectRefusal(.tooLate, "duel") { _ = try world.ana.playDuel(number) }
        expectRefusal(.notFound, "duel") { _ = try world.cleo.playDuel(number) }
        expectRefusal(.notFound, "duel") { _ = try world.ana.playDuel(number + 1) }
    }

    @Test func `ends when its time has passed, with what was played`() throws {
        let number = try meet()
        try world.ana.answer(world.ana.playDuel(number), rightly: true)
        let round = try world.ben.playDuel(number)
        try world.pass(.seconds(899))
        #expect(try world.ana.duels().first?.outcome == .wordDuelOpen)
        try world.pass(.seconds(1))
        let duel = try #require(world.ben.duels().first)
        #expect(duel.outcome == .wordDuelLost && duel.played == 1 && duel.theirSolved == 1)
        #expect(world.ben.results.map(\.expired) == [true])
        #expect(world.ben.results.map(\.round) == [round.round])
    }

    @Test func `does not count what is answered after its end`() throws {
        let number = try meet()
        try world.pass(.seconds(700))
        let round = try world.ben.playDuel(number)
        world.clock.advance(by: .seconds(200))
        #expect(try world.ben.answer(round, rightly: true).gamesCount == 1)
        try world.pass(.seconds(1))
        #expect(
            try world.ben.duels().first.map { ($0.played, $0.outcome) } ?? (9, .wordDuelOpen)
                == (0, .wordDuelEven))
    }

    @Test func `is called off by an unfriending, a block and an erasure`() throws {
        for end in [
            { try $0.ana.remove("ben") }, { try $0.ana.block("ben") },
            { (world: World) in try world.ana.deleteAccount() },
        ] as [(World) throws -> Void] {
            let world = try World(friends: [("ana", "ben")], playing: true)
            try world.ana.set("wordgame", on: true)
            try world.ben.set("wordgame", on: true)
            let number = try #require(world.ben.duels().first).number
            let round = try world.ben.playDuel(number)
            try end(world)
            #expect(
                world.ben.inbox.contains { event in
                    if case .wordDuelEnded(let duel) = event {
                        duel.outcome == .wordDuelCalledOff && !duel.hasTheirSolved
                    } else {
                        false
                    }
                })
            expectRefusal(.tooLate, "duel") { _ = try world.ben.playDuel(number) }
            #expect(try world.ben.answer(round, rightly: true).won)
        }
    }
}

extension Event {
    fileprivate var isDuel: Bool { if case .wordDuelOpened = self { true } else { false } }
}
