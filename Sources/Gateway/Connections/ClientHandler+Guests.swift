import EventLoop
import HTTP
import Hub
import Kernel
import Metering
import Observability
import WebSocket

/// Whoever speaks for nobody has a place until somebody else needs it.
///
/// So nobody without an account keeps users out by holding connections open: whoever comes is let
/// in, and has signed in long before it is their turn to give way.
extension ClientHandler {
    /// The connection speaks for a user, and keeps its place unless that user has too many.
    func settle(
        _ connection: ConnectionID, as user: User.ID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        census.settle(
            ConnectionKey(loop: index, connection: connection), as: user,
            from: loop.network(of: connection))
    }

    /// It speaks for nobody any more.
    func unsettle(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        census.unsettle(
            ConnectionKey(loop: index, connection: connection),
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
        guard guest.loop == index else { return hub.sendAway(guest) }
        sendAway(guest.connection, loop)
    }

    /// Has a visitor of this loop give way, unless it has become a user meanwhile.
    func sendAway(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard census.isLeaving(ConnectionKey(loop: index, connection: connection)) else { return }
        meter.sentAway.add()
        // Of who is in a TLS handshake the loop alone knows.
        guard peers.holds(connection) else { return loop.expel(connection, saying: []) }
        note(.connectionSentAway, [.connection(key(connection))], loop)
        let words = lastWords(connection)
        leave(connection, loop)
        loop.expel(connection, saying: words)
    }

    private func lastWords(_ connection: ConnectionID) -> [UInt8] {
        if peers[connection].isOpen {
            let reason =
                peers[connection].caller == nil
                ? "nobody signed in" : "your account has many connections"
            return farewell(connection, .placeNeeded, "the place is needed, and \(reason)")
        }
        // Between two requests words would be taken for the answer to the next.
        guard let exchange = peers[connection].exchange, exchange.stage != .draining,
            !exchange.isKept || !exchange.parser.isIdle
        else { return [] }
        return exchange.stage == .working && exchange.isToHead
            ? Self.noPlaceToHead : Self.noPlace
    }
}
