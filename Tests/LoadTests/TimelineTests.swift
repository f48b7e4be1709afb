import Testing

@testable import Load

@Suite struct `The timeline of a measurement` {
    private static let second: UInt64 = 1_000_000_000

    private static func moment(
        _ seconds: UInt64, process: Int32 = 1, cpu: UInt64, heard: Int
    ) -> Timeline.Moment {
        Timeline.Moment(time: seconds * second, process: process, cpu: cpu * second, heard: heard)
    }

    @Test func `tells what a server did from moment to moment`() {
        var timeline = Timeline()
        timeline.begin("warming up", at: 9 * Self.second)
        #expect(timeline.note(Self.moment(10, cpu: 5, heard: 100)) == nil)
        let rate = timeline.note(Self.moment(14, cpu: 7, heard: 500))
        #expect(rate == Timeline.Rate(at: 3, messagesPerSecond: 100, cpuPercent: 50))
        #expect(timeline.rates == [rate].compactMap(\.self))
    }

    @Test func `passes over what is too soon`() {
        var timeline = Timeline()
        _ = timeline.note(Self.moment(10, cpu: 0, heard: 0))
        let soon = Timeline.Moment(
            time: 10 * Self.second + 1000, process: 1, cpu: 9, heard: 9)
        #expect(timeline.note(soon) == nil)
        #expect(timeline.moments.count == 1)
    }

    @Test func `says nothing of what lies between two servers`() {
        var timeline = Timeline()
        _ = timeline.note(Self.moment(10, cpu: 5, heard: 100))
        #expect(timeline.note(Self.moment(11, process: 2, cpu: 1, heard: 100)) == nil)
        #expect(timeline.note(Self.moment(12, process: 2, cpu: 2, heard: 90)) == nil)
        #expect(timeline.note(Self.moment(13, process: 2, cpu: 3, heard: 190)) != nil)
        #expect(timeline.rates.count == 1)
    }

    @Test func `takes a wave of the same for one phase`() {
        var timeline = Timeline()
        for time in 0..<5 as Range<UInt64> { timeline.begin("signing in", at: time) }
        timeline.begin("settling", at: 5)
        #expect(timeline.phases.map(\.name) == ["signing in", "settling"])
        #expect(timeline.phases.map(\.time) == [0, 5])
    }

    @Test func `stays small however long it takes`() {
        var timeline = Timeline()
        for second in 1...100_000 as ClosedRange<UInt64> {
            _ = timeline.note(Self.moment(second, cpu: second / 2, heard: Int(second) * 7))
        }
        #expect((1000...2048).contains(timeline.moments.count))
        #expect(timeline.rates.allSatisfy { abs($0.messagesPerSecond - 7) < 0.001 })
        #expect(timeline.rates.last.map { $0.at > 99_000 } == true)
    }
}
