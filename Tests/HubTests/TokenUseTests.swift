import Kernel
import Testing
import TestProduct

@testable import Hub
@testable import Observability

@Suite struct `A use of a token` {
    private static func use(_ number: Int64, _ kind: TokenUse.Kind = .seen) -> TokenUse {
        TokenUse(kind, of: Identifier(rawValue: number), by: 1)
    }

    @Test func `is written once, 500 at a time, the uses of copies first`() throws {
        var queue = StoringQueue()
        for number in 1...700 {
            let isNew = queue.put(Self.use(Int64(number)), at: .zero)
            #expect(isNew)
        }
        let isNew = queue.put(Self.use(1), at: .zero)
        #expect(!isNew)
        _ = queue.put(Self.use(9, .reused), at: .zero)
        let taken = queue.take(at: .seconds(1), atOnce: false)
        let first = try #require(taken)
        #expect(first.uses.count == 500 && first.uses[0].kind == .reused)
        queue.stored(first.number)
        #expect(queue.due == .seconds(2))
        let rest = queue.take(at: .seconds(2), atOnce: false)
        let second = try #require(rest)
        #expect(second.uses.count == 201)
        queue.stored(second.number)
        #expect(queue.due == nil)
        let isNewAgain = queue.put(Self.use(1), at: .seconds(3))
        #expect(isNewAgain, "the store has the first")
    }

    @Test func `is written again until the store has it`() throws {
        var queue = StoringQueue()
        _ = queue.put(Self.use(1), at: .zero)
        _ = queue.take(at: .seconds(1), atOnce: false)
        _ = queue.put(Self.use(2), at: .seconds(2))
        let isNew = queue.put(Self.use(1), at: .seconds(2))
        #expect(!isNew, "it is under way")
        let taken = queue.take(at: .seconds(6), atOnce: false)
        let again = try #require(taken)
        #expect(again.uses == [Self.use(1), Self.use(2)])
    }

    @Test func `is noted for a session that has been open for a day, when it ends`() {
        var world = HubWorld()
        world.signIn(.number(1), "ana", 1, token: 7)
        world.pass(.seconds(86_399))
        world.close(.number(1))
        #expect(!world.core.storing.knows(Self.use(7)))
        world.signIn(.number(2), "ana", 1, token: 7)
        world.pass(.seconds(86_400))
        world.isStoreFull = true
        world.close(.number(2))
        #expect(world.core.storing.knows(Self.use(7)))
    }

    @Test func `is logged once when the token is a copy`() {
        var world = HubWorld()
        world.isStoreFull = true
        for _ in 1...3 { world.complete(.tokenUsed(Self.use(7, .reused))) }
        world.complete(.tokenUsed(Self.use(8)))
        #expect(world.events.all.count { $0 == .tokenReused } == 1)
    }
}
