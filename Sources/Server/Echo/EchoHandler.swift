import EventLoop
import HTTP
import WebSocket

/// Sends every message back on the connection it came from, or to everybody.
final class EchoHandler: ConnectionHandler {
    private let messages: MessageLimits
    private let audience: EchoAudience
    private var peers = PeerTable()
    /// The answers to one read; sent together: once a frame it was 0.40 µs a message, this is 0.28.
    private var output: [UInt8] = []
    /// What all are to get at the end of this turn: framed once, for as many as there are.
    private var announcement: [UInt8] = []

    init(messages: MessageLimits, audience: EchoAudience) {
        self.messages = messages
        self.audience = audience
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
        output.removeAll(keepingCapacity: true)
        while let event = peers[connection].endpoint.next(&input, limits: messages) {
            answer(event, connection)
        }
        if output.withUnsafeBytes({ loop.send($0, to: connection) }) == .full {
            loop.abort(connection)
        } else if peers[connection].isLeaving {
            loop.close(connection)
        }
    }

    func turnEnded(on loop: isolated EventLoop<EchoHandler>) {
        guard !announcement.isEmpty else { return }
        peers.forEach { connection in
            guard peers[connection].isOpen else { return }
            if announcement.withUnsafeBytes({ loop.send($0, to: connection) }) == .full {
                loop.abort(connection)
            }
        }
        announcement.removeAll(keepingCapacity: true)
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<EchoHandler>
    ) {
        peers.close(connection)
    }

    private func answer(_ event: Event, _ connection: ConnectionID) {
        switch event {
        case .text(let payload): repeatMessage(.text, payload)
        case .binary(let payload): repeatMessage(.binary, payload)
        case .ping(let payload): FrameWriter.append(.pong, payload, mask: nil, to: &output)
        case .pong: break
        case .close(let code, _): close(code, connection)
        case .violation(let violation): close(violation.code, connection)
        }
    }

    private func repeatMessage(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer) {
        switch audience {
        case .sender: FrameWriter.append(opcode, payload, mask: nil, to: &output)
        case .everyone: FrameWriter.append(opcode, payload, mask: nil, to: &announcement)
        }
    }

    private func close(_ code: CloseCode?, _ connection: ConnectionID) {
        FrameWriter.appendClose(code, mask: nil, to: &output)
        peers[connection].endpoint.closeSent()
        peers[connection].stage = .leaving
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
            case .failure(let rejection):
                ResponseWriter.append(rejection.response, keepAlive: false, to: &bytes)
            }
        }
        _ = bytes.withUnsafeBytes { loop.send($0, to: connection) }
        if peers[connection].isLeaving { loop.close(connection) }
    }
}
