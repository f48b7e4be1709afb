import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Words

/// B9: the challenge of the day.
@Suite struct `The challenge of the day` {
    private let world: World

    init() throws { world = try World(friends: [("ana", "ben")]) }

    private func words(_ rounds: [WordRound]) throws -> [String] {
        try rounds.map { try world.answer(of: $0).word }
    }

    @Test func `has the same words for everybody, one of each level`() throws {
        let (anas, bens) = (try world.ana.finishDaily(), try world.ben.finishDaily())
        #expect(try words(anas) == words(bens))
        #expect(anas.map(\.level) == [1, 2, 3, 4, 5] && anas.map(\.game) == bens.map(\.game))
        #expect(anas.map(\.prompt) == bens.map(\.prompt))
        #expect(anas.map { Set($0.choices) } == bens.map { Set($0.choices) })
        #expect(anas.map(\.contest.number) == [1, 2, 3, 4, 5])
        #expect(anas.allSatisfy { $0.contest.day == "2026-11-25" || !$0.contest.day.isEmpty })
        try world.pass(.seconds(86_400))
        #expect(try words(world.ana.finishDaily()) != words(bens))
    }

    @Test func `is played once a day`() throws {
        try world.ana.finishDaily(winning: 3)
        let daily = try world.ana.daily()
        #expect(daily.played == 5 && daily.solved == 3 && daily.hasNextAt)
        expectRefusal(.conflict) { _ = try world.ana.playDaily() }
        let next = Moment(unixMilliseconds: daily.nextAt.unixMilliseconds)
        let wait = next.unixMilliseconds - world.clock.now.unixMilliseconds
        try world.pass(.milliseconds(wait - 1))
        expectRefusal(.conflict) { _ = try world.ana.playDaily() }
        try world.pass(.milliseconds(1))
        #expect(try world.ana.playDaily().contest.number == 1)
    }

    @Test func `is no second one within twenty hours by a change of zone`() throws {
        let midnight = LocalDay(at: world.clock.now, zone: 0).next.begin(zone: 0)
        let wait = midnight.unixMilliseconds - world.clock.now.unixMilliseconds
        // An hour before midnight.
        try world.pass(.milliseconds(wait - 3_600_000))
        try world.ana.finishDaily()
        try world.ana.setWords { $0.zone = 120 }
        expectRefusal(.conflict) { _ = try world.ana.playDaily() }
        try world.pass(.seconds(20 * 3_600 - 1))
        expectRefusal(.conflict) { _ = try world.ana.playDaily() }
        try world.pass(.seconds(1))
        try world.ana.finishDaily()
        // Back again: where the clock is behind, the day was played already.
        try world.ana.setWords { $0.zone = -720 }
        try world.pass(.seconds(1))
        expectRefusal(.conflict) { _ = try world.ana.playDaily() }
        // A player who stays in one zone plays late on one day, and early on the next.
        let left = LocalDay(at: world.clock.now, zone: 0).next.begin(zone: 0)
        try world.pass(.milliseconds(left.unixMilliseconds - world.clock.now.unixMilliseconds - 1))
        try world.ben.finishDaily()
        try world.pass(.seconds(60))
        _ = try world.ben.playDaily()
    }

    @Test func `shows friends' results only to a player who has finished it, too`() throws {
        try world.ben.finishDaily(winning: 4)
        #expect(try world.ana.daily().friends.isEmpty)
        for number in 0..<4 { try world.ana.answer(world.ana.playDaily(), rightly: number < 2) }
        #expect(try world.ana.daily().friends.isEmpty && world.ana.hints.isEmpty)
        #expect(world.ben.hints.isEmpty)
        try world.ana.answer(world.ana.playDaily(), rightly: false)
        let daily = try world.ana.daily()
        #expect(daily.friends.map(\.user.username) == ["ben"])
        #expect(daily.friends.map(\.solved) == [4])
        guard case .wordDailyShown(let shown)? = world.ben.hints.last else {
            Issue.record("ben receives the result of ana")
            return
        }
        #expect(shown.friend.user.username == "ana" && shown.friend.solved == 2)
        #expect(world.ana.hints.isEmpty)
        // Cleo is no friend.
        try world.cleo.finishDaily()
        #expect(try world.cleo.daily().friends.isEmpty)
        #expect(try world.ana.daily().friends.count == 1)
        try world.ana.remove("ben")
        #expect(try world.ana.daily().friends.isEmpty)
    }

    @Test func `is announced where a new day begins, to players who want it`() throws {
        try world.ana.setWords { ($0.notify, $0.zone) = (true, 60) }
        try world.ben.setWords { $0.zone = 60 }
        let day = LocalDay(at: world.clock.now, zone: 60)
        let begin = day.next.begin(zone: 60)
        let wait = begin.unixMilliseconds - world.clock.now.unixMilliseconds
        try world.pass(.milliseconds(wait - 1))
        #expect(world.ana.inbox.count == 1)
        try world.pass(.milliseconds(1))
        #expect(
            world.ana.inbox.last
                == .wordDailyReady(.with { ($0.day, $0.language) = (day.next.text, "en") }))
        try world.pass(.seconds(86_399))
        #expect(world.ana.inbox.count == 2)
        try world.pass(.seconds(1))
        #expect(world.ana.inbox.count == 3 && world.ben.inbox.count == 1)
        // After a long time out of service there is one, of the day that it is.
        try world.pass(.seconds(5 * 86_400))
        #expect(world.ana.inbox.count == 4)
        try world.ana.setWords { $0.notify = false }
        try world.pass(.seconds(2 * 86_400))
        #expect(world.ana.inbox.count == 5)
    }

    @Test func `tells days by the calendar`() {
        for (number, text) in [
            (Int64(0), "1970-01-01"), (11_016, "2000-02-29"), (11_017, "2000-03-01"),
            (19_722, "2023-12-31"), (19_782, "2024-02-29"), (-1, "1969-12-31"),
        ] { #expect(LocalDay(number: number).text == text) }
        let noon = Moment(unixMilliseconds: 43_200_000)
        #expect(LocalDay(at: noon, zone: 720).number == 1)
        #expect(LocalDay(at: noon, zone: 719).number == 0)
        #expect(LocalDay(at: noon, zone: -720).number == 0)
        #expect(LocalDay(number: 1).begin(zone: 720) == noon)
    }
}
