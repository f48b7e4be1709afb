package import EventLoop
package import Hub
import Kernel
import Observability
import WebSocket
import Wire

extension ClientHandler {
    /// Carries out an action of the hub, or tells the hub that it came too late.
    func perform(
        _ action: Outgoing.Action, on connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard peers.holds(connection), peers[connection].session.take(action) else {
            return state.hub.missed(action, by: hubKey(connection))
        }
        switch action {
        case .event(let payload): send(payload, to: connection, isSecret: false, loop)
        case .answer(let answer):
            guard let bytes = answer.bytes else { return }
            send(bytes, to: connection, isSecret: answer.isSecret, loop)
        case .hint(let payload, let parts): hints.send(payload, parts, connection, loop)
        case .forgetHints(let user): hints.forget(connection, about: user)
        case .tellWhenDrained:
            peers[connection].marks.insert(.hubWaits)
            loop.notifyWhenDrained(connection)
        case .signIn(let caller):
            state.workers?.known.note(loop.network(of: connection))
            admissions.settle(connection, as: caller.user, loop)
            watchOver(connection, loop)
        case .signOut:
            // The hints and reads that wait were for the user, not for the next one on this
            // connection.
            hints.forget(connection)
            readQueue.withdraw(connection, .notSignedIn, loop)
            admissions.unsettle(connection, loop)
            guard !peers[connection].marks.contains(.eventStream) else {
                return close(connection, .signInTimeout, "signed out", loop)
            }
            drain.setStageDeadline(connection, afterMilliseconds: settings.signInMilliseconds, loop)
        case .close(let code, let reason): close(connection, code, reason, loop)
        }
    }

    func visitorExpired(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard !peers[connection].session.takesMoreTime() else {
            return loop.setDeadline(
                connection, afterMilliseconds: settings.signInMilliseconds)
        }
        limit(
            connection, .signInSeconds, settings.signInMilliseconds / 1000, .signInTimeout,
            "nobody signed in", loop)
    }
}

extension EventLoop: HubLoop where Handler == ClientHandler {
    package nonisolated func perform(_ batch: [Outgoing], published: Int?) {
        post { loop in loop.handler.outgoing.perform(batch, published: published, on: loop) }
    }

    package nonisolated func sendAway(_ guest: ConnectionID) {
        post { loop in loop.handler.admissions.sendAway(guest, loop) }
    }
}
