import EventLoop
import Hub
import Kernel
import Metering
import Observability
import Queues

/// Carries out the hub's orders to the connections of a loop, in parts, so that other work has its
/// turns between.
final class OutgoingQueue: LoopPart {
    /// For so long one batch keeps a turn; what is left of it goes on in the next ones, beside what
    /// comes for others. 30 messages of 8 KB to 41 connections kept a turn for 10 ms.
    private static var batchNanoseconds: Int { 500_000 }

    let state: LoopState
    /// Orders put off to later turns.
    private var backlog = TurnQueue<ConnectionID, (outgoing: Outgoing, published: Int?)>()
    /// Events of this turn, by when they became durable.
    private var deliveries: [(published: Int, count: Int)] = []

    init(_ state: LoopState) {
        self.state = state
    }

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
        loop.post { loop in loop.handler.outgoing.performBacklog(on: loop) }
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
        if case .answer(let answer) = outgoing.action, answer.origin.replyTo == .exchange {
            return loop.handler.calls.answered(answer, connection, loop)
        }
        loop.handler.perform(outgoing.action, on: connection, loop)
        guard peers.holds(connection) else { return }
        if case .answer(let answer) = outgoing.action, answer.origin.isRead {
            loop.handler.readQueue.answered(connection, loop)
        }
        if peers[connection].session.isReadyToDepart {
            loop.handler.drain.dismiss(connection, loop)
        }
    }

    private func noteDelivery(_ published: Int) {
        if deliveries.last?.published == published {
            deliveries[deliveries.endIndex - 1].count += 1
        } else {
            deliveries.append((published, 1))
        }
    }

    /// The output of this turn has been offered to the sockets.
    func turnWritten() {
        guard !deliveries.isEmpty else { return }
        let now = LoopClock.nanoseconds
        for (published, count) in deliveries {
            state.meter.delivery.note(nanoseconds: now - published, times: count)
        }
        deliveries.removeAll(keepingCapacity: true)
    }

    /// Whether output for a peer is offered to its socket in this turn.
    private func takes(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) -> Bool {
        peers.holds(connection) && peers[connection].isOpen && !loop.isBlocked(connection)
    }
}
