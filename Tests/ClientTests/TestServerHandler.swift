import EventLoop
import HTTP
import HTTPTypes
import SwiftProtobuf
import WebSocket
import Wire

/// What `TestServer` does on its loop.
final class TestServerHandler: ConnectionHandler {
    private final class Peer {
        var parser = RequestParser()
        var endpoint: Endpoint?
        var format = WireFormat.json
        var isSignedIn = false

        func with(
            _ input: inout UnsafeMutableRawBufferPointer, _ body: (Event) -> Void
        ) {
            while let event = endpoint?.next(&input, limits: MessageLimits()) { body(event) }
        }
    }

    private var peers: [ConnectionID: Peer] = [:]
    private var inbox: [String] = []
    private var solitude: [AsyncStream<Never>.Continuation] = []

    func opened(
        _ connection: ConnectionID, peer: SocketAddress,
        on loop: isolated EventLoop<TestServerHandler>
    ) {
        peers[connection] = Peer()
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<TestServerHandler>
    ) {
        guard let peer = peers[connection] else { return }
        var input = bytes
        if peer.endpoint == nil { shakeHands(peer, &input, connection, on: loop) }
        peer.with(&input) { event in
            switch event {
            case .text(let bytes), .binary(let bytes):
                answer([UInt8](bytes), peer, connection, on: loop)
            case .close(let code, _):
                frame(.close, Self.payload(code), connection, on: loop)
                loop.close(connection)
            default: break
            }
        }
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure,
        on loop: isolated EventLoop<TestServerHandler>
    ) {
        peers[connection] = nil
        tellIfAlone()
    }
}

// MARK: - The product, in small

extension TestServerHandler {
    func awaitSolitude(_ waiter: AsyncStream<Never>.Continuation) {
        solitude.append(waiter)
        tellIfAlone()
    }

    private func tellIfAlone() {
        guard peers.isEmpty else { return }
        for waiter in solitude { waiter.finish() }
        solitude.removeAll()
    }

    func deliver(_ text: String, on loop: isolated EventLoop<TestServerHandler>) {
        inbox.append(text)
        for (connection, peer) in peers where peer.isSignedIn {
            sendEvent(inbox.count, peer, connection, on: loop)
        }
    }

    func breakConnections(on loop: isolated EventLoop<TestServerHandler>) {
        for connection in peers.keys { loop.abort(connection) }
    }

    func dismiss(_ code: CloseCode, on loop: isolated EventLoop<TestServerHandler>) {
        for connection in peers.keys {
            frame(.close, Self.payload(code), connection, on: loop)
            loop.close(connection)
        }
    }

    private func answer(
        _ bytes: [UInt8], _ peer: Peer, _ connection: ConnectionID,
        on loop: isolated EventLoop<TestServerHandler>
    ) {
        let read =
            switch peer.format {
            case .json: try? ClientMessage(jsonUTF8Bytes: bytes)
            case .binary: try? ClientMessage(serializedBytes: bytes)
            }
        guard let message = read else { return }
        switch message.command {
        case .sessionOpen(let open)?:
            let session = SessionOpened.with(epoch: "e", top: UInt32(inbox.count))
            send(ServerMessage(id: message.id, .session(session)), peer, connection, on: loop)
            peer.isSignedIn = true
            for seq in Int(open.after)..<inbox.count {
                sendEvent(seq + 1, peer, connection, on: loop)
            }
        case .roomSend(let sent)?:
            deliver(sent.text, on: loop)
            send(ServerMessage(id: message.id, .sent), peer, connection, on: loop)
        case .roomList?: dismiss(.banned, on: loop)
        default:
            let refusal = ServerMessage.OneOf_Body.refusal(.unknownCommand)
            send(ServerMessage(id: message.id, refusal), peer, connection, on: loop)
        }
    }

    private func sendEvent(
        _ seq: Int, _ peer: Peer, _ connection: ConnectionID,
        on loop: isolated EventLoop<TestServerHandler>
    ) {
        var message = ServerMessage(.message(inbox[seq - 1]))
        message.seq = UInt32(seq)
        send(message, peer, connection, on: loop)
    }
}

// MARK: - Bytes

extension TestServerHandler {
    private func shakeHands(
        _ peer: Peer, _ input: inout UnsafeMutableRawBufferPointer, _ connection: ConnectionID,
        on loop: isolated EventLoop<TestServerHandler>
    ) {
        var head = UnsafeRawBufferPointer(input)
        guard case .request(let request)? = peer.parser.next(&head),
            case .success(let acceptance) = Handshake.accept(
                request.head, subprotocols: WireFormat.allCases.map(\.subprotocol))
        else { return loop.abort(connection) }
        input = UnsafeMutableRawBufferPointer(rebasing: input.suffix(head.count))
        peer.format = WireFormat(subprotocol: acceptance.subprotocol) ?? .json
        peer.endpoint = Endpoint(role: .server)
        var output: [UInt8] = []
        ResponseWriter.append(acceptance.response, body: [], keepAlive: true, to: &output)
        _ = output.withUnsafeBytes { loop.send($0, to: connection) }
    }

    private func send(
        _ message: ServerMessage, _ peer: Peer, _ connection: ConnectionID,
        on loop: isolated EventLoop<TestServerHandler>
    ) {
        let opcode = peer.format == .json ? Opcode.text : .binary
        frame(opcode, message.bytes(peer.format), connection, on: loop)
    }

    private func frame(
        _ opcode: Opcode, _ payload: [UInt8], _ connection: ConnectionID,
        on loop: isolated EventLoop<TestServerHandler>
    ) {
        var output: [UInt8] = []
        payload.withUnsafeBytes { FrameWriter.append(opcode, $0, mask: nil, to: &output) }
        _ = output.withUnsafeBytes { loop.send($0, to: connection) }
    }

    private static func payload(_ code: CloseCode?) -> [UInt8] {
        code.map { [UInt8($0.rawValue >> 8), UInt8($0.rawValue & 0xFF)] } ?? []
    }
}
