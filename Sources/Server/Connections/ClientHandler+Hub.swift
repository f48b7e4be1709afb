import EventLoop
import Kernel
import WebSocket
import Wire

extension ClientHandler {
    /// Does what the hub wants, in order.
    func perform(_ batch: [Outgoing], on loop: isolated EventLoop<ClientHandler>) {
        for outgoing in batch {
            let connection = outgoing.connection
            guard peers.holds(connection) else {
                if case .signIn = outgoing.action {
                    hub.connectionClosed(ConnectionKey(loop: index, connection: connection))
                }
                continue
            }
            switch outgoing.action {
            case .message(let payload, let kind):
                settle(kind, connection)
                send(payload, to: connection, isSecret: kind == .secretAnswer, loop)
                if peers[connection].marks.contains(.departing) { dismiss(connection, loop) }
            case .tellWhenDrained: loop.notifyWhenDrained(connection)
            case .signIn(let caller): signIn(caller, connection, loop)
            case .signOut: signOut(connection, loop)
            case .close(let code, let reason): close(connection, code, reason, loop)
            }
        }
    }

    func visitorExpired(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        // Once more, for a password that is being hashed; not for one after the other.
        guard peers[connection].inFlight == 0 || peers[connection].marks.contains(.lenient) else {
            peers[connection].marks.insert(.lenient)
            return loop.setDeadline(
                connection, afterMilliseconds: settings.signInMilliseconds)
        }
        limit(
            connection, .signInSeconds, settings.signInMilliseconds / 1000, .signInTimeout,
            "nobody signed in", loop)
    }

    /// Keeps the books of what waits for an answer.
    private func settle(_ kind: Outgoing.Kind, _ connection: ConnectionID) {
        guard kind != .event else { return }
        if peers[connection].inFlight > 0 { peers[connection].inFlight -= 1 }
        if kind == .answerToSignIn { peers[connection].marks.remove(.signingIn) }
    }

    private func signIn(
        _ caller: Caller, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard case .visitor = peers[connection].stage else {
            return hub.connectionClosed(ConnectionKey(loop: index, connection: connection))
        }
        peers[connection].stage = .user(CallerBox(caller))
        watchOver(connection, loop)
    }

    private func signOut(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard peers[connection].caller != nil else { return }
        peers[connection].stage = .visitor
        peers[connection].marks.remove(.lenient)
        setStageDeadline(connection, afterMilliseconds: settings.signInMilliseconds, loop)
    }
}
