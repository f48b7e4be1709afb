import EventLoop
import HTTP
import WebSocket

/// Sends every message back on the connection it came from.
final class EchoHandler: ConnectionHandler {
    private let messages: MessageLimits
    private var peers = PeerTable()

    init(messages: MessageLimits) {
        self.messages = messages
    }

    func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<EchoHandler>
    ) {
        peers.open(connection)
        peers[connection].exchange = HTTPExchange(limits: HTTPLimits())
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<EchoHandler>
    ) {
        var input = bytes
        if peers[connection].stage == .http { upgrade(&input, connection, loop) }
        guard peers[connection].stage == .visitor else { return }
        while let event = peers[connection].endpoint.next(&input, limits: messages) {
            switch event {
            case .text(let payload): frame(.text, payload, connection, loop)
            case .binary(let payload): frame(.binary, payload, connection, loop)
            case .ping(let payload): frame(.pong, payload, connection, loop)
            case .pong: break
            case .close(let code, _): close(code, connection, loop)
            case .violation(let violation): close(violation.code, connection, loop)
            }
        }
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<EchoHandler>
    ) {
        peers.close(connection)
    }

    private func frame(
        _ opcode: Opcode, _ payload: UnsafeRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<EchoHandler>
    ) {
        let count = payload.count + FrameWriter.headerSize(forPayload: payload.count, masked: false)
        let outcome = loop.withOutput(of: connection, reserving: count) { output in
            FrameWriter.append(opcode, payload, mask: nil, to: &output)
        }
        if outcome == .full { loop.abort(connection) }
    }

    private func close(
        _ code: CloseCode?, _ connection: ConnectionID, _ loop: isolated EventLoop<EchoHandler>
    ) {
        _ = loop.withOutput(of: connection, reserving: 127) { output in
            FrameWriter.appendClose(code, mask: nil, to: &output)
        }
        peers[connection].endpoint.closeSent()
        peers[connection].stage = .leaving
        loop.close(connection)
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
        peers[connection].stage = .leaving
        if case .request(let request) = event {
            switch Handshake.accept(request.head, subprotocols: []) {
            case .success(let acceptance):
                ResponseWriter.append(acceptance.response, keepAlive: true, to: &bytes)
                peers[connection].stage = .visitor
                peers[connection].exchange = nil
            case .failure(let rejection):
                ResponseWriter.append(rejection.response, keepAlive: false, to: &bytes)
            }
        }
        _ = bytes.withUnsafeBytes { loop.send($0, to: connection) }
        if peers[connection].stage == .leaving { loop.close(connection) }
    }
}
