import Synchronization
import Testing

@testable import Load

@Suite struct `Many things at once` {
    @Test func `come back in their order, and never too many at a time`() async throws {
        let running = Atomic(0)
        let most = Atomic(0)
        let squares = try await Parallel.map(Array(0..<50), width: 3) { number in
            let now = running.wrappingAdd(1, ordering: .relaxed).newValue
            most.max(now, ordering: .relaxed)
            await Task.yield()
            running.wrappingSubtract(1, ordering: .relaxed)
            return number * number
        }
        #expect(squares == (0..<50).map { $0 * $0 })
        #expect((1...3).contains(most.load(ordering: .relaxed)))
    }

    @Test func `fail with the first that fails`() async {
        await #expect(throws: LoadFailure("3")) {
            try await Parallel.each(Array(0..<9), width: 2) { number throws(LoadFailure) in
                if number >= 3 { throw LoadFailure("\(number)") }
            }
        }
    }

    @Test func `are thrown by dice that a seed decides`() {
        var (one, same, other) = (Dice(seed: 1), Dice(seed: 1), Dice(seed: 1, of: 1))
        let rolls = (0..<8).map { _ in one.roll(3...9) }
        #expect(rolls == (0..<8).map { _ in same.roll(3...9) })
        #expect(rolls != (0..<8).map { _ in other.roll(3...9) })
        #expect(rolls.allSatisfy { (3...9).contains($0) })
    }
}
