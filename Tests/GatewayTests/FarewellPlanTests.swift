import TestSupport
import Testing

@testable import Gateway
@testable import Settings

@Suite struct `A plan of goodbyes` {
    private static func plan(_ count: Int, seed: UInt64 = 1, loops: Int = 1) -> FarewellPlan {
        var generator = SeededGenerator(seed: seed)
        return FarewellPlan(
            of: count, among: count * loops, Configuration.Drain(), using: &generator)
    }

    private static func returns(_ plan: FarewellPlan, _ count: Int) -> [Duration] {
        var plan = plan
        return (0..<count).map { _ in plan.nextReturn() }
    }

    @Test func `lets a handful go at once, and many over the time allowed`() {
        #expect((0..<20).allSatisfy { Self.plan(20).leavesAfterMilliseconds($0) <= 10 })
        let many = Self.plan(15_000)
        #expect(many.leavesAfterMilliseconds(0) == 0)
        #expect(many.leavesAfterMilliseconds(7_500) == 2_500)
        #expect(many.leavesAfterMilliseconds(14_999) == 4_999)
        #expect(Self.plan(5_000).leavesAfterMilliseconds(4_999) == 2_499)
        #expect(Self.plan(2_500, loops: 2).leavesAfterMilliseconds(2_499) == 2_499)
    }

    @Test(arguments: [(2, 4), (20, 40), (1_000, 2_000), (10_000, 10_000), (15_000, 10_000)])
    func `spreads the returns over a window that grows with them`(count: Int, window: Int) {
        let returns = Self.returns(Self.plan(count), count).sorted()
        #expect(Set(returns).count == count)
        let width = Duration.milliseconds(window)
        #expect(returns[0] >= .zero && returns[count - 1] < width)
        let gaps = zip(returns, returns.dropFirst()).map { $1 - $0 }
        let last = width - returns[count - 1] + returns[0]
        // Never more than three times the distance that even steps would have.
        #expect((gaps + [last]).allSatisfy { $0 <= width * 3 / count })
    }

    @Test func `falls elsewhere with another seed`() {
        #expect(
            Self.returns(Self.plan(1_000, seed: 1), 3)
                != Self.returns(Self.plan(1_000, seed: 2), 3))
    }

    @Test func `has an answer for nobody, and for a window of nothing`() {
        #expect(Self.plan(0).leavesAfterMilliseconds(0) == 0)
        var drain = Configuration.Drain()
        (drain.farewellSeconds, drain.returnSeconds) = (0, 0)
        var generator = SeededGenerator(seed: 1)
        var plan = FarewellPlan(of: 9, among: 9, drain, using: &generator)
        #expect(plan.nextReturn() == .zero)
        #expect(plan.leavesAfterMilliseconds(8) == 0)
    }
}
