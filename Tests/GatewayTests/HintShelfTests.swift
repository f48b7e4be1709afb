import Kernel
import Testing
import Wire

@testable import Gateway
@testable import Hub

@Suite struct `Hints for a slow peer` {
    private func hint(_ name: String, online: Bool) -> HintPart {
        var presence = Presence()
        presence.user = name
        presence.online = online
        return HintPart(
            key: "presence:\(name)", about: name == "ana" ? 1 : 2, body: .presence(presence))
    }

    private func all(_ shelf: HintShelf) -> [ServerMessage.OneOf_Body] {
        var (shelf, bodies) = (shelf, [ServerMessage.OneOf_Body]())
        while let part = shelf.takeFirst() { bodies.append(part.body) }
        return bodies
    }

    @Test func `wait in order, of each key the newest`() {
        var shelf = HintShelf()
        for part in [hint("ana", online: true), hint("ben", online: true)] { shelf.put(part) }
        shelf.put(hint("ana", online: false))
        #expect(all(shelf) == [hint("ben", online: true).body, hint("ana", online: false).body])
    }

    @Test func `are at most 256, and then the oldest is dropped`() {
        var shelf = HintShelf()
        for number in 0...HintShelf.keysMax { shelf.put(hint("user\(number)", online: true)) }
        let bodies = all(shelf)
        #expect(bodies.count == HintShelf.keysMax)
        #expect(bodies.first == hint("user1", online: true).body)
    }

    @Test func `say nothing of a former friend`() {
        var shelf = HintShelf()
        for part in [hint("ana", online: true), hint("ben", online: true)] { shelf.put(part) }
        shelf.forget(about: 1)
        #expect(all(shelf) == [hint("ben", online: true).body])
    }
}
