import EventLoop
import Hub
import Kernel
import Observability
import Queues
import WebSocket
import Wire

extension ClientHandler {
    /// For so long one batch keeps a turn; what is left of it goes on in the next ones, beside what
    /// comes for others. 30 messages of 8 KB to 41 connections kept a turn for 10 ms.
    private static var batchNanoseconds: Int { 500_000 }

    /// Does what the hub wants, in order for each connection.
    ///
    /// - Parameter published: when the events in it became durable; nil when there are none.
    func perform(
        _ batch: [Outgoing], published: Int?, on loop: isolated EventLoop<ClientHandler>
    ) {
        let end = LoopClock.nanoseconds + Self.batchNanoseconds
        var isOver = false
        for (position, outgoing) in batch.enumerated() {
            // The clock is read for every eighth only.
            if position % 8 == 7, !isOver { isOver = LoopClock.nanoseconds >= end }
            if isOver || backlog.count > 0 && backlog.count(of: outgoing.connection) > 0 {
                putOff(outgoing, published, loop)
            } else {
                perform(outgoing, published, on: loop)
            }
        }
    }

    private func putOff(
        _ outgoing: Outgoing, _ published: Int?, _ loop: isolated EventLoop<ClientHandler>
    ) {
        if backlog.count == 0 { performBacklogLater(loop) }
        backlog.append((outgoing, published), of: outgoing.connection)
    }

    private func performBacklogLater(_ loop: isolated EventLoop<ClientHandler>) {
        loop.post { loop in loop.handler.performBacklog(on: loop) }
    }

    /// Does what was put off: connections take turns.
    private func performBacklog(on loop: isolated EventLoop<ClientHandler>) {
        let end = LoopClock.nanoseconds + Self.batchNanoseconds
        repeat {
            guard let ((outgoing, published), connection) = backlog.takeFirst() else { return }
            perform(outgoing, published, on: loop)
            backlog.finish(connection)
        } while LoopClock.nanoseconds < end
        if backlog.count > 0 { performBacklogLater(loop) }
    }

    private func perform(
        _ outgoing: Outgoing, _ published: Int?, on loop: isolated EventLoop<ClientHandler>
    ) {
        let connection = outgoing.connection
        if let published, outgoing.isEvent, takes(connection, loop) {
            noteDelivery(published)
        }
        if case .answer(let answer) = outgoing.action, answer.replyTo == .exchange {
            return calls.answered(answer.body, answer.encoded, connection, loop)
        }
        let effect =
            peers.holds(connection)
            ? peers[connection].session.take(outgoing.action)
            : Session.effect(ofLate: outgoing.action)
        perform(effect, on: connection, loop)
        guard peers.holds(connection) else { return }
        if case .answer(let answer) = outgoing.action, answer.kind == .toRead {
            readQueue.answered(connection, loop)
        }
        if peers[connection].session.isReadyToDepart { drain.dismiss(connection, loop) }
    }

    private func noteDelivery(_ published: Int) {
        if deliveries.last?.published == published {
            deliveries[deliveries.endIndex - 1].count += 1
        } else {
            deliveries.append((published, 1))
        }
    }

    /// Whether what is sent to a peer is offered to its socket in this turn.
    private func takes(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) -> Bool {
        peers.holds(connection) && peers[connection].isOpen && !loop.isBlocked(connection)
    }

    private func perform(
        _ effect: SessionEffect, on connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        switch effect {
        case .nothing: break
        case .send(let payload, let isSecret):
            send(payload, to: connection, isSecret: isSecret, loop)
        case .hint(let payload, let parts): hints.send(payload, parts, connection, loop)
        case .forgetHints(let user): hints.forget(connection, about: user)
        case .tellWhenDrained:
            peers[connection].marks.insert(.hubWaits)
            loop.notifyWhenDrained(connection)
        case .signedIn:
            state.workers?.known.note(loop.network(of: connection))
            if let caller = peers[connection].caller {
                door.settle(connection, as: caller.user, loop)
            }
            watchOver(connection, loop)
        case .signedOut:
            // What waits was for the user, and is not for whoever signs in next.
            hints.forget(connection)
            readQueue.withdraw(connection, .notSignedIn, loop)
            door.unsettle(connection, loop)
            guard !peers[connection].marks.contains(.eventStream) else {
                return close(connection, .signInTimeout, "signed out", loop)
            }
            drain.setStageDeadline(connection, afterMilliseconds: settings.signInMilliseconds, loop)
        case .disown:
            state.hub.connectionClosed(hubKey(connection))
        case .unclaimed: state.hub.unclaimed(hubKey(connection))
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
