import ArgumentParser
import Testing

@testable import Load

@Suite struct `The plan of the visits` {
    static let plan = PresencePlan(
        population: Population(size: 100, friendCount: 10, activePercent: 0, togglerCount: 0),
        rate: 5, seconds: 12)

    @Test func `lets everybody be gone for twice as long as they stay`() {
        #expect((Self.plan.atOnce, Self.plan.visitorCount, Self.plan.visitCount) == (10, 30, 60))
        #expect(Self.plan.visitor(of: 29) == 29)
        #expect(Self.plan.visitor(of: 30) == 0)
    }

    @Test func `lets the first ones leave one after the other`() {
        let stays = (0..<12).map { Self.plan.stayNanoseconds(of: $0) / 1_000_000 }
        #expect(stays == [200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2000, 2000])
    }

    @Test func `expects each visit to reach the friends who stay`() {
        let plan = Self.plan
        for visitor in 0..<plan.visitorCount {
            #expect(plan.watchers(of: visitor).allSatisfy { (30..<100).contains($0) })
        }
        let once = (0..<30).reduce(0) { $0 + plan.watchers(of: $1).count }
        #expect(once > 0)
        #expect(plan.tellingCount == 2 * once)
    }

    @Test func `needs users who stay`() {
        #expect(throws: (any Error).self) {
            try PresenceCommand.parse(["--users", "400", "--rate", "100"])
        }
    }
}

@Suite struct `The tally of presence` {
    /// A friend of visitor 0 who stays.
    private static let watcher = `The plan of the visits`.plan.watchers(of: 0)[0]
    private let arrivals = Arrivals(30)
    private var tally = PresenceTally(`The plan of the visits`.plan)

    @Test mutating func `counts each coming and going once`() {
        arrivals.note(0, at: 1000)
        tell(isOnline: true, at: 5000)
        tell(isOnline: false, at: 6000)
        #expect((tally.comingCount, tally.goingCount, tally.breaches.otherCount) == (1, 1, 0))
        #expect(abs(tally.comings.microseconds(percentile: 50) - 4) < 0.1)
        #expect(tally.missingCount == 2 * tally.plan.tellingCount - 2)
    }

    @Test(arguments: [true, false])
    mutating func `reports presence that arrives twice`(isOnline: Bool) {
        if !isOnline { tell(isOnline: true) }
        tell(isOnline: isOnline)
        if isOnline { tell(isOnline: true) }
        if !isOnline { tell(isOnline: false) }
        #expect(tally.breaches.first == "\(Self.watcher) received presence of 0 twice")
        #expect((tally.breaches.duplicateCount, tally.breaches.otherCount) == (1, 0))
    }

    @Test mutating func `reports presence that reaches a stranger`() throws {
        let stranger = try #require(
            (30..<100).first { !tally.plan.population.areFriends($0, 0) })
        tally.told(stranger, of: 0, isOnline: true, arrivals, at: 1)
        #expect(
            tally.breaches.first == "\(stranger) received presence of 0, who is no friend")
    }

    @Test mutating func `leaves out those who stay`() {
        tally.told(Self.watcher, of: 30, isOnline: true, arrivals, at: 1)
        #expect((tally.toldCount, tally.breaches.otherCount) == (0, 0))
    }

    @Test mutating func `reports missing presence as a broken promise`() {
        tell(isOnline: true)
        let report = PresenceReport(
            tally.plan, tally, messagesBefore: 0, nanoseconds: 1_000_000_000,
            cpuNanoseconds: 5000)
        #expect(report.lost == tally.missingCount)
        #expect(report.complaints == ["BROKEN: \(report.lost) comings or goings were not told"])
        #expect(report.cpuMicrosecondsPerTold == 5)
        #expect(report.rows.allSatisfy { $0.count == report.columns.count })
    }

    private mutating func tell(isOnline: Bool, at now: UInt64 = 1) {
        tally.told(Self.watcher, of: 0, isOnline: isOnline, arrivals, at: now)
    }
}
