import EventLoop
import HTTP
import WebSocket

/// Sends every message back on the connection it came from, or to everybody.
final class EchoHandler: ConnectionHandler {
    private let peers = PeerTable()
    private let answers: EchoAnswers
    /// The memory for answers, between two reads.
    private var spare: [UInt8] = []
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
        // Its own for this call: a property that others are lent is checked for exclusive access,
        // 100 instructions each time.
        var own: [UInt8] = []
        swap(&own, &spare)
        answers.add(input, from: &peers[connection], to: &own)
        if !own.isEmpty, loop.sendAtOnce(own.span.bytes, to: connection) == .full {
            loop.abort(connection)
        } else if peers[connection].isLeaving {
            loop.close(connection)
        }
        own.removeAll(keepingCapacity: true)
        swap(&own, &spare)
    }

    func turnEnded(on loop: isolated EventLoop<EchoHandler>) {
        let shared = answers.takeShared()
        guard !shared.isEmpty else { return }
        peers.forEach { connection in
            guard peers[connection].isOpen else { return }
            if loop.sendAtOnce(shared.span.bytes, to: connection) == .full {
                loop.abort(connection)
            }
        }
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
        _ = loop.send(bytes.span.bytes, to: connection)
        if peers[connection].isLeaving { loop.close(connection) }
    }
}
