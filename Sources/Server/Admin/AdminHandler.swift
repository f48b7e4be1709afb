import EventLoop
import HTTP
import HTTPTypes

/// Answers whoever looks after the daemon: one request after the other, and nothing but questions.
final class AdminHandler: ConnectionHandler {
    /// How long somebody may say nothing: longer than monitors take between two questions.
    private static let patienceMilliseconds = 75_000
    /// How long a first question may take to come whole.
    private static let headMilliseconds = 10_000

    private var answers: AdminAnswers?
    private var parsers: [ConnectionID: RequestParser] = [:]

    /// Says what it answers: once, before the first connection.
    func attach(_ answers: AdminAnswers) {
        self.answers = answers
    }

    func opened(
        _ connection: ConnectionID, peer: SocketAddress,
        on loop: isolated EventLoop<AdminHandler>
    ) {
        parsers[connection] = RequestParser(limits: HTTPLimits(bodyBytesMax: 0))
        loop.setDeadline(connection, afterMilliseconds: Self.headMilliseconds)
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<AdminHandler>
    ) {
        var rest = UnsafeRawBufferPointer(bytes)
        while let event = parsers[connection]?.next(&rest),
            let answer = answers?.answer(to: event)
        {
            var output: [UInt8] = []
            ResponseWriter.append(
                answer.response, body: answer.body, keepAlive: answer.keepsAlive,
                isToHead: answer.isToHead, to: &output)
            guard loop.send(output.span.bytes, to: connection) == .queued else {
                return loop.abort(connection)
            }
            guard answer.keepsAlive else {
                parsers[connection] = nil
                return loop.close(connection)
            }
            loop.setDeadline(connection, afterMilliseconds: Self.patienceMilliseconds)
        }
    }

    func expired(_ connection: ConnectionID, on loop: isolated EventLoop<AdminHandler>) {
        loop.close(connection)
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure,
        on loop: isolated EventLoop<AdminHandler>
    ) {
        parsers[connection] = nil
    }
}
