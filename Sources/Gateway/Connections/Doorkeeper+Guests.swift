import EventLoop
import HTTP
import Hub
import Kernel
import Metering
import Observability
import WebSocket

/// Those who give way.
extension Doorkeeper {
    /// The connection speaks for a user, and keeps its place unless that user has too many.
    func settle(
        _ connection: ConnectionID, as user: User.ID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        census.settle(
            hubKey(connection), as: user,
            from: loop.network(of: connection))
    }

    /// It speaks for nobody any more.
    func unsettle(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        census.unsettle(
            hubKey(connection),
            from: loop.network(of: connection))
    }

    /// Most that give way at once to whoever finds no descriptor.
    private static var roomMax: Int { 64 }

    /// No descriptor is left: visitors give theirs back, so that the next who comes is let in.
    func makeRoom(_ loop: isolated EventLoop<ClientHandler>) {
        for guest in census.makeRoom(for: Self.roomMax) { sendAway(guest, loop) }
    }

    /// Has a visitor give way, on whichever loop it is.
    func sendAway(_ guest: ConnectionKey, _ loop: isolated EventLoop<ClientHandler>) {
        guard guest.loop == index else { return state.hub.sendAway(guest) }
        sendAway(guest.connection, loop)
    }

    /// Has a visitor of this loop give way, unless it has become a user meanwhile.
    func sendAway(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard census.isLeaving(hubKey(connection)) else { return }
        state.meter.sentAway.add()
        // Of who is in a TLS handshake the loop alone knows.
        guard peers.holds(connection) else { return loop.expel(connection, saying: []) }
        note(.connectionSentAway, [.connection(key(connection))], loop)
        let words = lastWords(connection, loop)
        loop.handler.leave(connection, loop)
        loop.expel(connection, saying: words)
    }

    private func lastWords(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) -> [UInt8] {
        if peers[connection].isOpen {
            let reason =
                peers[connection].caller == nil
                ? "nobody signed in" : "your account has many connections"
            return loop.handler.farewell(
                connection, .placeNeeded, "the place is needed, and \(reason)")
        }
        if let exchange = peers[connection].exchange, let answer = exchange.delayed {
            let head = loop.handler.requests.completed(
                answer.response, answer.body, on: connection)
            var bytes: [UInt8] = []
            ResponseWriter.append(
                head, body: answer.body, keepAlive: false, isToHead: exchange.isToHead, to: &bytes)
            return bytes
        }
        // Between two requests words would be taken for the answer to the next.
        guard let exchange = peers[connection].exchange, exchange.stage != .draining,
            !exchange.isKept || !exchange.parser.isIdle
        else { return [] }
        return exchange.stage != .reading && exchange.isToHead
            ? Self.noPlaceToHead : Self.noPlace
    }
}
