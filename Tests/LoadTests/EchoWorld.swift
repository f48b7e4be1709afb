import EventLoop
import HTTP
import WebSocket

@testable import Load

/// What a server makes of a message.
enum Echoing {
    case faithful
    /// One byte is another.
    case changed
    /// Every other message comes twice, the rest not at all.
    case uneven
    /// It hangs up instead.
    case none
}

/// A WebSocket echo in this process, honest or not.
final class EchoWorld: ConnectionHandler {
    private struct Peer: ~Copyable {
        var parser = RequestParser()
        var endpoint: Endpoint?
    }

    private final class Box { var peer = Peer() }

    private let echoing: Echoing
    private var isOdd = false
    private var boxes: [ConnectionID: Box] = [:]

    init(_ echoing: Echoing) {
        self.echoing = echoing
    }

    func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<EchoWorld>
    ) {
        boxes[connection] = Box()
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<EchoWorld>
    ) {
        guard let box = boxes[connection] else { return }
        var input = bytes
        var output: [UInt8] = []
        if box.peer.endpoint == nil { upgrade(box, &input, &output) }
        while let event = box.peer.endpoint?.next(&input, limits: MessageLimits()) {
            switch event {
            case .binary(let payload): answer(payload, connection, &output, loop)
            case .close(let code, _): FrameWriter.appendClose(code, mask: nil, to: &output)
            default: break
            }
        }
        _ = output.withUnsafeBytes { loop.send($0, to: connection) }
        if box.peer.endpoint?.state == .answering { loop.close(connection) }
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<EchoWorld>
    ) {
        boxes[connection] = nil
    }

    private func upgrade(
        _ box: Box, _ input: inout UnsafeMutableRawBufferPointer, _ output: inout [UInt8]
    ) {
        var rest = UnsafeRawBufferPointer(input)
        let event = box.peer.parser.next(&rest)
        input = UnsafeMutableRawBufferPointer(rebasing: input.suffix(rest.count))
        guard case .request(let request) = event,
            case .success(let acceptance) = Handshake.accept(request.head, subprotocols: [])
        else { return }
        ResponseWriter.append(acceptance.response, keepAlive: true, to: &output)
        box.peer.endpoint = Endpoint(role: .server)
    }

    private func answer(
        _ payload: UnsafeRawBufferPointer, _ connection: ConnectionID, _ output: inout [UInt8],
        _ loop: isolated EventLoop<EchoWorld>
    ) {
        var copy = [UInt8](payload)
        var times = 1
        switch echoing {
        case .faithful: break
        case .changed: copy[copy.count / 2] ^= 1
        case .uneven:
            isOdd.toggle()
            times = isOdd ? 2 : 0
        case .none: return loop.abort(connection)
        }
        for _ in 0..<times {
            copy.withUnsafeBytes { FrameWriter.append(.binary, $0, mask: nil, to: &output) }
        }
    }
}

extension EchoWorld {
    /// Runs `body` while such a server listens.
    static func run<Result>(
        _ echoing: Echoing, _ body: (Target) async throws -> Result
    ) async throws -> Result {
        let listener = try Listener(host: "127.0.0.1", port: 0)
        let loop = try EventLoop(name: "echo") { EchoWorld(echoing) }
        loop.start()
        loop.post { loop in loop.listen(on: listener) }
        do {
            let result = try await body(Target(port: listener.port))
            await loop.stop()
            return result
        } catch {
            await loop.stop()
            throw error
        }
    }
}
