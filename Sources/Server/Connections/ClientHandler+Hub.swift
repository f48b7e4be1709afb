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
                send(payload, to: connection, loop)
                if peers[connection].isDeparting { dismiss(connection, loop) }
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
        guard peers[connection].inFlight == 0 else {
            return loop.setDeadline(
                connection, afterMilliseconds: settings.signInMilliseconds)
        }
        close(connection, .signInTimeout, "nobody signed in", loop)
    }

    /// Pings a peer that is silent, and gives up one that stays silent.
    func heartbeat(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        let now = UInt32(truncatingIfNeeded: loop.now.components.seconds)
        let silence = Int(now &- peers[connection].heardSecond)
        if silence >= settings.deadSeconds {
            return close(connection, .silent, "no sign of life", loop)
        }
        if silence >= settings.pingSeconds, !peers[connection].isPinged {
            peers[connection].isPinged = true
            frame(.ping, UnsafeRawBufferPointer(start: nil, count: 0), to: connection, loop)
        }
        let next = peers[connection].isPinged ? settings.deadSeconds : settings.pingSeconds
        loop.setDeadline(connection, afterMilliseconds: max(1, next - silence) * 1000)
    }

    /// Keeps the books of what waits for an answer.
    private func settle(_ kind: Outgoing.Kind, _ connection: ConnectionID) {
        guard kind != .event else { return }
        if peers[connection].inFlight > 0 { peers[connection].inFlight -= 1 }
        if kind == .answerToSignIn { peers[connection].isSigningIn = false }
    }

    private func signIn(
        _ caller: Caller, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard peers[connection].stage == .visitor else {
            return hub.connectionClosed(ConnectionKey(loop: index, connection: connection))
        }
        peers[connection].stage = .user
        peers[connection].caller = CallerBox(caller)
        setStageDeadline(connection, afterMilliseconds: settings.pingSeconds * 1000, loop)
    }

    private func signOut(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard peers[connection].stage == .user else { return }
        peers[connection].stage = .visitor
        peers[connection].caller = nil
        setStageDeadline(connection, afterMilliseconds: settings.signInMilliseconds, loop)
    }
}
