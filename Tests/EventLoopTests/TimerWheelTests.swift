@testable import EventLoop
import TestSupport
import Testing

@Suite struct `A timer wheel` {
    @Test func `is never early and at most a tick late, as a plain list would have it`() {
        for seed: UInt64 in 1...4 {
            var generator = SeededGenerator(seed: seed)
            var now = Int64(generator.below(1 << 40))
            var wheel = TimerWheel(nowMilliseconds: now)
            var model: [UInt32: Int64] = [:]
            let holds = (0..<1_000).allSatisfy { _ in step(&wheel, &model, &now, &generator) }
            #expect(holds, "seed \(seed)")
        }
    }

    private static let reaches: [Int] = [1, 100, 70_000, 200_000]

    /// Files a deadline or lets time pass, in both; whether they agree.
    private func step(
        _ wheel: inout TimerWheel, _ model: inout [UInt32: Int64], _ now: inout Int64,
        _ generator: inout SeededGenerator
    ) -> Bool {
        let reach = Int64(generator.below(Self.reaches[generator.below(4)]))
        guard generator.below(3) == 0 else {
            let index = UInt32(truncatingIfNeeded: generator.below(50))
            wheel.file(index, dueMilliseconds: now + reach)
            model[index] = min(now + reach, model[index] ?? .max)
            return wheel.nextMilliseconds.map { $0 <= now + reach + 16 } == true
        }
        now += reach
        var expired: [UInt32] = []
        wheel.sweep(nowMilliseconds: now, into: &expired)
        let early = expired.contains { index in (model.removeValue(forKey: index) ?? .max) > now }
        // Two ticks: one for rounding up, one because a deadline in the past waits for the next.
        let late = model.values.contains { $0 + 32 <= now }
        return !early && !late
    }

    @Test func `knows of nothing when nothing is filed`() {
        var wheel = TimerWheel(nowMilliseconds: 1_000_000)
        #expect(wheel.nextMilliseconds == nil)
        wheel.file(3, dueMilliseconds: 1_000_100)
        var expired: [UInt32] = []
        wheel.sweep(nowMilliseconds: 1_000_099, into: &expired)
        #expect(expired.isEmpty)
        wheel.sweep(nowMilliseconds: 1_000_116, into: &expired)
        #expect(expired == [3])
        #expect(wheel.nextMilliseconds == nil)
    }

    @Test func `and a slot take 52 bytes for an idle connection`() {
        #expect(MemoryLayout<Slot>.stride + TimerWheel.bytesEach == 52)
    }

    @Test func `works for more than two years, and after years without a timer`() {
        let year: Int64 = 31_557_600_000
        var wheel = TimerWheel(nowMilliseconds: 0)
        for now in [year, 2 * year + 68_719_476_000, 68_719_476_736 - 100, 7 * year].sorted() {
            wheel.file(1, dueMilliseconds: now + 200)
            wheel.file(2, dueMilliseconds: now + 50)
            wheel.file(1, dueMilliseconds: now + 100)
            var expired: [UInt32] = []
            wheel.sweep(nowMilliseconds: now + 49, into: &expired)
            #expect(expired == [], "\(now)")
            wheel.sweep(nowMilliseconds: now + 70, into: &expired)
            #expect(expired == [2], "\(now)")
            wheel.sweep(nowMilliseconds: now + 135, into: &expired)
            #expect(expired == [2, 1], "\(now)")
            #expect(wheel.nextMilliseconds == nil)
        }
    }

    @Test func `and a slot know one deadline, however the clock's low bits stand`() {
        var slot = Slot()
        #expect(slot.deadline(asOf: 1 << 37) == Slot.noDeadline)
        for now in [0, 5, 68_719_476_736 - 8, 68_719_476_736, 1 << 40] as [Int64] {
            slot.setDeadline(now + 1000)
            let deadline = slot.deadline(asOf: now)
            #expect((now + 1000...now + 1031).contains(deadline))
            #expect(slot.deadline(asOf: now + 100_000) == deadline)
            slot.clearDeadline()
            #expect(slot.deadline(asOf: now) == Slot.noDeadline)
        }
    }
}
