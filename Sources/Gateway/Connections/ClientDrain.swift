package import EventLoop
import Kernel
package import Settings
import WebSocket
import Wire

/// Sends away the clients of one loop when the server stops.
package final class ClientDrain: LoopPart {
    let state: LoopState
    /// Set while all clients are being sent away.
    private var dismissal: Dismissal?
    /// Whether the time for goodbyes is over.
    private var isOver = false

    init(_ state: LoopState) {
        self.state = state
    }

    /// Whether all clients are being sent away.
    var isOn: Bool { dismissal != nil }

    /// Sends all clients away, each at the moment that the plan has for it: commands that were
    /// accepted are answered first, and no further ones are read.
    ///
    /// The loop must have stopped accepting. Connections that still speak HTTP are not waited for.
    /// If they open a WebSocket or a stream within a moment, they are let in, and sent away like
    /// the others.
    ///
    /// - Parameters:
    ///   - total: connections of all loops.
    ///   - drain: how long it may take, and how far apart they may come back.
    ///   - done: called once, when each client has its goodbye; some may still be on their way.
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

    /// How many connections still speak HTTP.
    package var latecomerCount: Int {
        var count = 0
        peers.forEach { count += peers[$0].exchange != nil ? 1 : 0 }
        return count
    }

    /// Ends all remaining connections at once: the time for goodbyes is over. Latecomers get none
    /// either.
    package func abortAll(on loop: isolated EventLoop<ClientHandler>) {
        isOver = true
        var connections: [ConnectionID] = []
        peers.forEach { connections.append($0) }
        for connection in connections { loop.abort(connection) }
    }

    /// Sends a connection away: its turn has come, or, after that, a command has its answer.
    func dismiss(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard !isOver else { return loop.abort(connection) }
        switch peers[connection].session.stage {
        case .none, .leaving: loop.close(connection)
        case .http:
            loop.handler.leave(connection, loop)
            loop.close(connection)
        case .visitor, .bearer, .user:
            loop.handler.readQueue.withdraw(connection, .restarting, loop)
            // A peer too slow for these answers has its goodbye already.
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

    /// A connection has its goodbye, or has closed by itself.
    func oneLess() { dismissal?.oneLess() }

    /// Sends away a client that was accepted before the stop and opens a WebSocket or a stream
    /// after it. An upgrade of the daemon refuses no client, and one that learns when to come back
    /// need not guess.
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

/// The farewell of a loop: the plan for it, and how many goodbyes are left to say.
struct Dismissal {
    var plan: FarewellPlan
    private var count: Int
    private let done: @Sendable () -> Void

    /// - Parameters:
    ///   - count: connections that have no goodbye yet.
    ///   - done: called once, when no connection is left.
    init(_ plan: FarewellPlan, count: Int, done: @escaping @Sendable () -> Void) {
        self.plan = plan
        self.count = count
        self.done = done
        if count == 0 { done() }
    }

    /// One connection more; after the last farewell it does not count.
    mutating func oneMore() {
        if count > 0 { count += 1 }
    }

    /// One connection fewer: it has its goodbye, or has closed by itself.
    mutating func oneLess() {
        guard count > 0 else { return }
        count -= 1
        if count == 0 { done() }
    }
}

/// When each of many connections gets its farewell, and how long each is to stay away.
///
/// Both follow from how many there are: a handful leaves at once, ten thousand leave over seconds,
/// and hardly two come back in the same moment.
struct FarewellPlan: Sendable {
    /// Goodbyes a second: too few to notice.
    private static let goodbyesPerSecond = 2_000
    /// Sign-ins a second: they leave the daemon time for the clients that are back.
    private static let returnsPerSecond = 500
    /// The golden ratio, as a fraction of 2^64: steps of it fall evenly into a circle, however
    /// many there are.
    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    private let count: Int
    private let leavingMilliseconds: Int
    private let returnMicroseconds: UInt64
    private var place: UInt64

    /// - Parameters:
    ///   - count: connections that this plan is for.
    ///   - total: connections that leave the daemon, with those of other loops.
    ///   - drain: how long the goodbyes, and the returns, may be spread at most.
    ///   - generator: where the first return falls.
    init(
        of count: Int, among total: Int, _ drain: Configuration.Drain,
        using generator: inout some RandomNumberGenerator
    ) {
        self.count = max(1, count)
        leavingMilliseconds = min(
            drain.farewellSeconds * 1000, total * 1000 / Self.goodbyesPerSecond)
        let milliseconds = min(drain.returnSeconds * 1000, total * 1000 / Self.returnsPerSecond)
        returnMicroseconds = UInt64(max(0, milliseconds)) * 1000
        place = generator.next()
    }

    /// When the connection at `position` gets it, in milliseconds from the start.
    ///
    /// - Parameter position: 0 for the first of those that this plan is for.
    func leavesAfterMilliseconds(_ position: Int) -> Int {
        leavingMilliseconds * position / count
    }

    /// How long the next one is to stay away: spread evenly over the whole window.
    mutating func nextReturn() -> Duration {
        place &+= Self.step
        return .microseconds(Int64(place.multipliedFullWidth(by: returnMicroseconds).high))
    }
}
