import TestSupport
import Testing

@testable import Client

@Suite struct `A wait before coming back` {
    @Test(arguments: [
        (0, 500), (1, 1_000), (2, 2_000), (5, 16_000), (6, 30_000), (7, 30_000), (1_000, 30_000),
        (Int.max, 30_000), (-1, 500),
    ])
    func `is drawn from the whole interval, which doubles up to half a minute`(
        attempts: Int, most: Int
    ) {
        var generator = SeededGenerator(seed: 7)
        let waits = (0..<2_000).map { _ in
            Backoff().wait(after: attempts, using: &generator)
        }
        let ceiling = Duration.milliseconds(most)
        #expect(waits.allSatisfy { $0 >= .zero && $0 <= ceiling })
        let quarters = (1...4).map { quarter in
            waits.count { $0 <= ceiling * quarter / 4 }
        }
        for (count, expected) in zip(quarters, [500, 1_000, 1_500, 2_000]) {
            #expect(abs(count - expected) < 100, "not spread evenly: \(quarters)")
        }
    }

    @Test func `can be no wait at all`() {
        var generator = SeededGenerator(seed: 7)
        let backoff = Backoff(first: .zero, max: .zero)
        #expect(backoff.wait(after: 3, using: &generator) == .zero)
    }

    @Test func `grows while connections do not last, and starts over when one did`() throws {
        var longest = Duration.zero
        var dialogue = Dialogue.signedIn()
        for _ in 0..<40 {
            let wait = try #require(dialogue.ended(.lost("cable")).last?.retryIn)
            longest = max(longest, wait)
            _ = dialogue.wakes()
            _ = dialogue.opened()
        }
        #expect(longest > .seconds(20))
        _ = dialogue.after(.seconds(10))
        let wait = try #require(dialogue.ended(.lost("cable")).last?.retryIn)
        #expect(wait <= .milliseconds(500))
    }
}
