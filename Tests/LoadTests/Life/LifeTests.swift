import ArgumentParser
import Testing
import Wire

@testable import Load

@Suite struct `The beat of writers` {
    private static let beat = Beat(start: 1000, perSecond: 10, writerCount: 3, end: 2_000_001_000)

    @Test func `lets one write after the other, as often as was said`() {
        let first = (0..<3).compactMap { Self.beat.due($0, after: 0) }
        #expect(first == [1000, 100_001_000, 200_001_000])
        #expect(Self.beat.due(0, after: 1) == 300_001_000)
        let all = (0..<3).flatMap { writer in
            (0..<100).compactMap { Self.beat.due(writer, after: $0) }
        }
        #expect(all.count == 20)
        #expect(Set(all).count == 20)
    }

    @Test func `is over at its end, and never begins without a rate`() {
        #expect(Self.beat.due(2, after: 7) == nil)
        #expect(Beat(start: 0, perSecond: 0, writerCount: 1).due(0, after: 0) == nil)
    }
}

@Suite struct `The plan of a storm` {
    private static let plan = StormPlan(
        population: Population(size: 120, friendCount: 10, activePercent: 0, togglerCount: 0),
        writerCount: 20, rate: 1, awaySeconds: 0)

    @Test func `cuts off all but the writers`() {
        #expect(Self.plan.comers.map(\.person) == Array(0..<100))
        #expect(Self.plan.writers.map(\.person) == Array(100..<120))
    }

    @Test func `has writers write to friends who are cut off`() {
        for writer in 0..<20 {
            let readers = Self.plan.readers(of: writer)
            #expect(!readers.isEmpty)
            #expect(
                readers.allSatisfy {
                    $0 < 100 && Self.plan.population.areFriends($0, 100 + writer)
                })
        }
    }

    @Test func `needs more who are cut off than writers`() {
        #expect(throws: (any Error).self) {
            try StormCommand.parse(["--users", "100", "--writers", "51"])
        }
    }
}

@Suite struct `A usual day` {
    private static let plan = DayPlan(
        population: Population(size: 90, friendCount: 10, activePercent: 0, togglerCount: 0),
        rate: 120, seconds: 30, staySeconds: 5)

    @Test func `has deeds that are a hundred of a hundred`() {
        #expect(DayDeed.allCases.reduce(0) { $0 + $1.percent } == 100)
        var counts: [DayDeed: Int] = [:]
        var chance = Diary(person: 7).chance
        for _ in 0..<10_000 { counts[DayDeed.draw(using: &chance), default: 0] += 1 }
        for deed in DayDeed.allCases {
            #expect(abs(counts[deed, default: 0] - 100 * deed.percent) < 200)
        }
    }

    @Test func `lets two of three be there, and leave one after the other`() {
        #expect((Self.plan.atOnce, Self.plan.visitCount) == (60, 432))
        let stays = (0..<60).map { Self.plan.stayNanoseconds(of: $0) }
        #expect(stays == stays.sorted())
        #expect(stays.last == 5_000_000_000)
        #expect(Self.plan.stayNanoseconds(of: 61) == 5_000_000_000)
    }

    @Test func `has each person pause for as long as the rate asks for`() {
        #expect(Self.plan.pauseNanoseconds == 500_000_000)
    }
}

@Suite struct `A talk` {
    @Test(
        arguments: [
            ("u_1:u_20", "u_1", Talk(from: 1, to: 20)), ("u_1:u_20", "u_20", Talk(from: 20, to: 1)),
            ("u_1", "u_1", nil), ("ana:u_1", "u_1", nil), ("u_1:u_1", "u_1", nil), ("", "", nil),
        ] as [(String, String, Talk?)])
    func `is known by the room and the author`(room: String, author: String, talk: Talk?) {
        var message = RoomMessage()
        (message.room, message.from) = (room, author)
        #expect(Talk(message) == talk)
    }
}
