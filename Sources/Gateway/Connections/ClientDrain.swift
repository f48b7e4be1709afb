package import EventLoop
import Kernel
package import Settings
import WebSocket
import Wire

/// How a loop of a stopping server parts from its clients.
package final class ClientDrain: LoopPart {
    let state: LoopState
    /// While everybody is sent away.
    private var dismissal: Dismissal?
    /// Whether the time for goodbyes is over.
    private var isOver = false

    init(_ state: LoopState) {
        self.state = state
    }

    /// Whether everybody is sent away.
    var isOn: Bool { dismissal != nil }

    /// Sends everybody away, each at the moment that the plan has for it: commands that were
    /// accepted are answered first, and no further ones are read.
    ///
    /// The loop must have stopped accepting. Those who have not asked for anything yet are not
    /// waited for: for a moment they are let in when they do, and sent away like the others.
    ///
    /// - Parameters:
    ///   - total: connections of all loops.
    ///   - drain: how long it may take, and how far apart they may come back.
    ///   - done: called once, when everybody has been told; the goodbyes may still be on their way.
    package func dismissAll(
        among total: Int, _ drain: Configuration.Drain,
        on loop: isolated EventLoop<ClientHandler>, done: @escaping @Sendable () -> Void
    ) {
        guard dismissal == nil else { return done() }
        var connections: [ConnectionID] = []
        peers.forEach { connections.append($0) }
        for connection in connections where peers[connection].exchange != nil {
            loop.setDeadline(connection, afterMilliseconds: drain.latecomerMilliseconds)
        }
        connections.removeAll { !peers[$0].isOpen }
        var generator = SystemRandomNumberGenerator()
        let plan = FarewellPlan(
            of: connections.count, among: total, drain, using: &generator)
        dismissal = Dismissal(plan, count: connections.count, done: done)
        for (position, connection) in connections.enumerated() {
            loop.setDeadline(
                connection, afterMilliseconds: plan.leavesAfterMilliseconds(position))
        }
    }

    /// How many have not asked for anything yet.
    package var latecomerCount: Int {
        var count = 0
        peers.forEach { count += peers[$0].exchange != nil ? 1 : 0 }
        return count
    }

    /// Ends whatever is still connected, at once: the time for goodbyes is over. Who comes in
    /// after it gets none either.
    package func abortAll(on loop: isolated EventLoop<ClientHandler>) {
        isOver = true
        var connections: [ConnectionID] = []
        peers.forEach { connections.append($0) }
        for connection in connections { loop.abort(connection) }
    }

    /// The turn of this connection has come; or it had come, and a command has its answer.
    func dismiss(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard !isOver else { return loop.abort(connection) }
        switch peers[connection].session.stage {
        case .none, .leaving: loop.close(connection)
        case .http:
            loop.handler.leave(connection, loop)
            loop.close(connection)
        case .visitor, .bearer, .user:
            loop.handler.readQueue.withdraw(connection, .restarting, loop)
            // Too slow for these answers, it has been told goodbye already.
            guard peers[connection].isOpen else { return }
            guard peers[connection].session.depart() else {
                return loop.pauseReading(connection)
            }
            let retryAfter = dismissal?.plan.nextReturn()
            loop.handler.close(
                connection, .serviceRestart, "the server restarts", retryAfter: retryAfter, loop)
            // Its own close frame may come while the socket lingers, or never.
            loop.close(connection)
        }
    }

    /// A connection has gone by itself, or is told.
    func oneLess() { dismissal?.oneLess() }

    /// Somebody who was accepted before the stop has come in after it: an upgrade of the daemon
    /// refuses nobody, and who is told when to come back need not guess.
    func dismissLatecomer(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        dismissal?.oneMore()
        dismiss(connection, loop)
    }

    /// Sets the deadline that belongs to the connection's stage; a connection that is to leave has
    /// another one already.
    func setStageDeadline(
        _ connection: ConnectionID, afterMilliseconds milliseconds: Int,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard dismissal == nil else { return }
        loop.setDeadline(connection, afterMilliseconds: milliseconds)
    }
}

extension Refusal {
    fileprivate static let restarting = Refusal(
        .unavailable, "the server restarts", retryAfter: .seconds(1))
}
