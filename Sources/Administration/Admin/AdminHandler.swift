import EventLoop
import Gateway
import HTTP
import HTTPTypes

/// Answers monitors and administrators: one request after the other, and only reads.
///
/// When all places are taken, the connection whose last answer is the oldest gives way: idle or
/// slow peers keep no monitor out.
final class AdminHandler: HTTPHandler {
    /// The callers are monitors and people: few.
    static let connectionsMax = 64

    /// Longer than the interval at which monitors ask.
    let keepAliveMilliseconds = 75_000
    let headMilliseconds = 10_000

    private var answers: AdminAnswers?
    private var exchanges: [ConnectionID: HTTPExchange] = [:]
    /// By their last answers, or their arrival, the oldest first.
    private var queue: [ConnectionID] = []
    /// Connections without an answer yet.
    private(set) var newcomers: Set<ConnectionID> = []

    /// Sets the source of its answers: once, before the first connection.
    func attach(_ answers: AdminAnswers) {
        self.answers = answers
    }

    func exchange(of connection: ConnectionID) -> HTTPExchange? { exchanges[connection] }

    func opened(
        _ connection: ConnectionID, peer: SocketAddress,
        on loop: isolated EventLoop<AdminHandler>
    ) {
        exchanges[connection] = HTTPExchange(limits: HTTPLimits(bodyBytesMax: 0))
        queue.append(connection)
        newcomers.insert(connection)
        if queue.count > Self.connectionsMax { loop.expel(queue.removeFirst(), saying: []) }
        loop.setDeadline(connection, afterMilliseconds: headMilliseconds)
    }

    func take(
        _ event: RequestEvent, _ connection: ConnectionID, _ loop: isolated EventLoop<AdminHandler>
    ) {
        guard let answer = answers?.answer(to: event) else { return }
        say(answer, connection, loop)
    }

    func refuseSlow(_ connection: ConnectionID, _ loop: isolated EventLoop<AdminHandler>) {
        say(.slow, connection, loop)
    }

    private func say(
        _ answer: AdminAnswers.Answer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<AdminHandler>
    ) {
        queue.removeAll { $0 == connection }
        queue.append(connection)
        newcomers.remove(connection)
        respond(
            answer.response, answer.body, keepsAlive: answer.keepsAlive,
            isToHead: exchange(of: connection)?.isToHead ?? false, connection, loop)
    }

    func endHTTP(_ connection: ConnectionID, _ loop: isolated EventLoop<AdminHandler>) {
        exchanges[connection] = nil
    }

    func finished(_ connection: ConnectionID, on loop: isolated EventLoop<AdminHandler>) {
        finishedHTTP(connection, loop)
    }

    func drained(_ connection: ConnectionID, on loop: isolated EventLoop<AdminHandler>) {
        readOnHTTP(connection, loop)
    }

    func expired(_ connection: ConnectionID, on loop: isolated EventLoop<AdminHandler>) {
        expiredHTTP(connection, loop)
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure,
        on loop: isolated EventLoop<AdminHandler>
    ) {
        exchanges[connection] = nil
        queue.removeAll { $0 == connection }
        newcomers.remove(connection)
    }
}
