import EventLoop
package import Hub
package import Kernel
import Wire

/// The ephemeral lane: what may be lost never makes a slow peer's outbox overflow.
final class HintShelves: LoopPart {
    let state: LoopState
    private var shelves: [ConnectionID: HintShelf] = [:]

    init(_ state: LoopState) {
        self.state = state
    }

    /// Sends a hint; for a peer that is slow, its parts wait apart from the outbox.
    func send(
        _ payload: [UInt8], _ parts: [HintPart], _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard shelves[connection] != nil || !hasRoom(for: payload, connection, loop) else {
            return loop.handler.send(payload, to: connection, loop)
        }
        if shelves[connection] == nil {
            shelves[connection] = HintShelf()
            loop.notifyWhenDrained(connection)
        }
        for part in parts { shelves[connection]?.put(part) }
    }

    /// Sends the waiting hints once everything else has left, as far as there is room.
    func clear(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard !shelves.isEmpty, var shelf = shelves.removeValue(forKey: connection),
            peers[connection].isOpen
        else { return }
        let format = peers[connection].session.format
        while let part = shelf.takeFirst() {
            let payload = ServerMessage(part.body).bytes(format)
            guard hasRoom(for: payload, connection, loop) else {
                shelf.put(part)
                shelves[connection] = shelf
                return loop.notifyWhenDrained(connection)
            }
            loop.handler.send(payload, to: connection, loop)
        }
    }

    /// Drops the hints for a connection: they have no recipient any more.
    func forget(_ connection: ConnectionID) {
        if !shelves.isEmpty { shelves[connection] = nil }
    }

    /// Drops the hints about a user that wait for a connection.
    func forget(_ connection: ConnectionID, about user: User.ID) {
        shelves[connection]?.forget(about: user)
    }

    /// Half of an outbox is for what must not be lost.
    private func hasRoom(
        for payload: [UInt8], _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) -> Bool {
        !loop.isBlocked(connection)
            && loop.outboxBytes(of: connection) + payload.count <= settings.outboxBytesMax / 2
    }
}

/// Hints that wait for a slow peer: for each key the newest, and a bounded number of keys.
package struct HintShelf: Sendable {
    /// Most keys that wait; then the oldest is dropped.
    package static let keysMax = 256

    private var parts: [HintPart] = []

    package init() {}

    package var isEmpty: Bool { parts.isEmpty }

    /// Keeps `part` instead of an older one with its key.
    package mutating func put(_ part: HintPart) {
        if let index = parts.firstIndex(where: { $0.key == part.key }) {
            parts.remove(at: index)
        } else if parts.count == Self.keysMax {
            parts.removeFirst()
        }
        parts.append(part)
    }

    /// Drops hints about a former friend.
    package mutating func forget(about user: User.ID) {
        parts.removeAll { $0.about == user }
    }

    /// Takes the oldest.
    package mutating func takeFirst() -> HintPart? {
        parts.isEmpty ? nil : parts.removeFirst()
    }
}
