import Kernel
import Testing

@testable import Hub

@Suite struct `Presence for the store` {
    private func change(_ user: User.ID, _ isOnline: Bool, at second: Int64) -> PresenceChange {
        PresenceChange(
            user: user, isOnline: isOnline, at: Moment(unixMilliseconds: second * 1_000))
    }

    @Test func `is written in batches, with the newest state of each user`() throws {
        var queue = StoringQueue()
        queue.put(change(1, true, at: 0), at: .zero)
        queue.put(change(2, true, at: 0), at: .zero)
        queue.put(change(1, false, at: 1), at: .milliseconds(900))
        #expect(queue.take(at: .milliseconds(999), atOnce: false) == nil)
        let batchTaken = queue.take(at: .seconds(1), atOnce: false)
        let batch = try #require(batchTaken)
        #expect(batch.changes == [change(1, false, at: 1), change(2, true, at: 0)])
        queue.stored(batch.number)
        #expect(queue.due == nil)
    }

    @Test func `is written again after a refusal, and the newest state wins`() throws {
        var queue = StoringQueue()
        queue.put(change(1, true, at: 0), at: .zero)
        queue.put(change(2, true, at: 0), at: .zero)
        queue.giveUpAbsent(at: .zero)
        let lostTaken = queue.take(at: .seconds(1), atOnce: false)
        let lost = try #require(lostTaken)
        queue.put(change(1, false, at: 3), at: .seconds(3))
        #expect(queue.take(at: .seconds(5), atOnce: false) == nil)
        let againTaken = queue.take(at: .seconds(6), atOnce: false)
        let again = try #require(againTaken)
        #expect(again.changes == [change(1, false, at: 3), change(2, true, at: 0)])
        #expect(lost.givesUpAbsent && again.givesUpAbsent)
        // The first was only late: it says nothing of what is newer.
        queue.stored(lost.number)
        #expect(queue.due == .seconds(11))
        queue.stored(again.number)
        #expect(queue.due == nil)
    }

    @Test func `is written at the end, as far as it was not confirmed`() throws {
        var queue = StoringQueue()
        #expect(queue.take(at: .zero, atOnce: true) == nil)
        queue.put(change(1, true, at: 0), at: .zero)
        _ = queue.take(at: .zero, atOnce: true)
        queue.put(change(2, true, at: 0), at: .zero)
        let lastTaken = queue.take(at: .zero, atOnce: true)
        let last = try #require(lastTaken)
        #expect(last.changes.map(\.user) == [1, 2])
    }

    @Test func `is written by the hub until the store has it`() {
        var world = HubWorld()
        world.isStoreFull = true
        world.signIn(.number(1), "ana", 1)
        world.pass(.seconds(20))
        let refused = world.writeCount
        #expect(refused >= 3)
        world.isStoreFull = false
        world.pass(.seconds(60))
        #expect(world.writeCount <= refused + 1)
        #expect(world.core.storing.due == nil)
    }
}
