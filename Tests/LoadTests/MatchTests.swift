import ArgumentParser
import Promises
import Testing
import Wire

@testable import Load

@Suite struct `A made-up population` {
    private static let population = Population(
        size: 1000, friendCount: 20, activePercent: 10, togglerCount: 50)

    @Test func `gives everybody exactly as many different friends, and oneself is none of them`() {
        for number in 0..<Self.population.size {
            let friends = Set(Self.population.friends(of: number))
            #expect(friends.count == 20)
            #expect(!friends.contains(number))
        }
    }

    @Test func `makes friends of both or of none`() {
        for number in [0, 1, 49, 500, 999] {
            for other in 0..<Self.population.size {
                let isFriend = Self.population.friends(of: number).contains(other)
                #expect(Self.population.areFriends(number, other) == isFriend)
                #expect(Self.population.friends(of: other).contains(number) == isFriend)
            }
        }
    }

    @Test func `is pairs of neighbours where everybody has one friend`() {
        let pairs = Population.pairs(6)
        #expect((0..<6).map { pairs.friends(of: $0) } == [[1], [0], [3], [2], [5], [4]])
        for number in 0..<6 {
            for other in 0..<6 {
                #expect(pairs.areFriends(number, other) == (pairs.friends(of: number) == [other]))
            }
        }
        #expect((0..<6).allSatisfy { pairs.activity(of: $0) == nil })
    }

    @Test func `has about so many who are up for something, and no toggler among them`() {
        let active = (0..<1000).filter { Self.population.activity(of: $0) != nil }
        #expect((60...140).contains(active.count))
        #expect(active.allSatisfy { $0 >= 50 })
    }

    @Test func `knows a number by its name, and nobody else's`() {
        #expect(Population.usualNames.number(Population.usualNames.name(17)) == 17)
        #expect(Population.usualNames.number("ana") == nil)
    }
}

@Suite struct `The plan of the toggles` {
    private static let plan = MatchPlan(rate: 100, togglerCount: 10)
    private static let second: UInt64 = 1_000_000_000

    @Test func `needs people enough for its rate`() throws {
        #expect(throws: (any Error).self) {
            try MatchCommand.parse(["--togglers", "10", "--sampled", "1"])
        }
    }

    @Test func `turns on at one's turn, and off a second later`() {
        let due = Self.second * 3 / 50
        #expect(Self.deed(done: 0, at: due - 1) == nil)
        #expect(Self.deed(done: 0, at: due) == MatchPlan.Deed(activity: 3, isOn: true))
        #expect(Self.deed(done: 1, at: due + Self.second - 1) == nil)
        #expect(
            Self.deed(done: 1, at: due + Self.second) == MatchPlan.Deed(activity: 3, isOn: false))
    }

    @Test func `never turns the same thing on twice`() {
        let activities = (0..<6).compactMap { round in
            Self.deed(done: 2 * round, at: 100 * Self.second)?.activity
        }
        #expect(Set(activities).count == 6)
        #expect(Self.deed(done: 12, at: 100 * Self.second) == nil)
    }

    @Test func `turns off what is on, but nothing on, at the end`() {
        #expect(Self.deed(done: 0, at: Self.second, end: 1) == nil)
        #expect(Self.deed(done: 1, at: 9 * Self.second, end: Self.second) != nil)
    }

    private static func deed(
        done count: Int, at elapsed: UInt64, end: UInt64 = .max
    ) -> MatchPlan.Deed? {
        plan.deed(of: 3, done: count, elapsed: elapsed, end: end)
    }
}

@Suite struct `The tally of matches` {
    private static let population = Population(
        size: 1000, friendCount: 20, activePercent: 50, togglerCount: 50)

    private var tally: MatchTally
    private let toggler = 7
    private let activity: Int
    private let friend: Int

    init() throws {
        let found = (0..<7).compactMap { activity in
            Self.population.matches(of: 7, for: activity).first.map { (activity, $0) }
        }
        (activity, friend) = try #require(found.first)
        tally = MatchTally(
            Self.population, listeners: Set(Self.population.matches(of: 7, for: activity)))
        tally.turnedOn(toggler, activity, at: 100)
    }

    @Test mutating func `takes the time until the later of the two has received it`() {
        tally.heard(friend, of: toggler, activity, at: 300_100)
        #expect(tally.told.count == 0)
        tally.heard(toggler, of: friend, activity, at: 200_100)
        #expect(tally.told.count == 1)
        #expect((299...301).contains(tally.told.microseconds(percentile: 50)))
        #expect(tally.breaches.otherCount == 0)
    }

    @Test mutating func `misses matches that reached nobody`() {
        // Each match is due on both sides, at its beginning and at its end.
        let due = 4 * Self.population.matches(of: toggler, for: activity).count
        #expect(due > 0)
        #expect(tally.missingCount == due)
        tally.heard(toggler, of: friend, activity, at: 200)
        #expect(tally.missingCount == due - 1)
        tally.heard(friend, of: toggler, activity, at: 200)
        #expect(tally.missingCount == due - 2)
    }

    @Test mutating func `counts duplicates, and matches with the wrong user`() {
        tally.heard(toggler, of: friend, activity, at: 200)
        #expect(tally.breaches.otherCount == 0)
        tally.heard(toggler, of: friend, activity, at: 300)
        #expect((tally.breaches.duplicateCount, tally.breaches.otherCount) == (1, 0))
        tally.heardEnd(toggler, of: friend, activity)
        tally.heardEnd(toggler, of: friend, activity)
        #expect((tally.breaches.duplicateCount, tally.breaches.otherCount) == (2, 0))
        tally.heard(toggler, of: friend + 1, activity, at: 300)
        tally.heardEnd(toggler, of: friend + 1, activity)
        #expect((tally.breaches.duplicateCount, tally.breaches.otherCount) == (2, 2))
    }
}
