import EventLoop
import HTTP
import WebSocket

/// Sends every message back on the connection it came from, or to everybody.
final class EchoHandler: ConnectionHandler {
    private var peers = PeerTable()
    private var answers: EchoAnswers
    private let deflates: Bool

    init(messages: MessageLimits, audience: EchoAudience, deflates: Bool) {
        answers = EchoAnswers(to: audience, messages: messages)
        self.deflates = deflates
    }

    func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<EchoHandler>
    ) {
        peers.open(connection, limits: HTTPLimits())
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<EchoHandler>
    ) {
        var input = bytes
        if peers[connection].exchange != nil { upgrade(&input, connection, loop) }
        guard peers[connection].isOpen else { return }
        answers.own.removeAll(keepingCapacity: true)
        answers.add(input, from: &peers[connection])
        if answers.own.withUnsafeBytes({ loop.send($0, to: connection) }) == .full {
            loop.abort(connection)
        } else if peers[connection].isLeaving {
            loop.close(connection)
        }
    }

    func turnEnded(on loop: isolated EventLoop<EchoHandler>) {
        guard !answers.shared.isEmpty else { return }
        peers.forEach { connection in
            guard peers[connection].isOpen else { return }
            if answers.shared.withUnsafeBytes({ loop.sendAtOnce($0, to: connection) }) == .full {
                loop.abort(connection)
            }
        }
        answers.shared.removeAll(keepingCapacity: true)
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<EchoHandler>
    ) {
        peers.close(connection)
    }

    private func upgrade(
        _ input: inout UnsafeMutableRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<EchoHandler>
    ) {
        guard let exchange = peers[connection].exchange else { return }
        var rest = UnsafeRawBufferPointer(input)
        let event = exchange.parser.next(&rest)
        input = UnsafeMutableRawBufferPointer(rebasing: input.suffix(rest.count))
        guard let event else { return }
        var bytes: [UInt8] = []
        peers[connection].session.stage = .leaving
        if case .request(let request) = event {
            let deflate = deflates && request.head.keepsDeflateTerms
            switch Handshake.accept(request.head, subprotocols: [], deflate: deflate) {
            case .success(let acceptance):
                peers[connection].endpoint = Endpoint(
                    role: .server, deflate: acceptance.deflate)
                ResponseWriter.append(acceptance.response, keepAlive: true, to: &bytes)
                peers[connection].session.stage = .visitor
            case .failure(let rejection):
                ResponseWriter.append(rejection.response, keepAlive: false, to: &bytes)
            }
        }
        _ = bytes.withUnsafeBytes { loop.send($0, to: connection) }
        if peers[connection].isLeaving { loop.close(connection) }
    }
}
