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

    @Test func `and a slot take less than a hundred bytes for an idle connection`() {
        #expect(MemoryLayout<Slot>.stride + TimerWheel.bytesEach <= 64)
    }
}
