import EventLoop
import HTTP
import HTTPTypes
import WebSocket

/// Sends every message back on the connection it came from, or to all connections.
final class EchoHandler: HTTPHandler {
    /// How long a request may take to come whole.
    let headMilliseconds = 5_000
    let keepAliveMilliseconds = 5_000

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
        loop.setDeadline(connection, afterMilliseconds: headMilliseconds)
    }

    func take(
        _ bytes: UnsafeMutableRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<EchoHandler>
    ) {
        var input = bytes
        if peers[connection].exchange != nil { readHTTP(&input, connection, loop) }
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
}

/// The request that opens a WebSocket.
extension EchoHandler {
    func exchange(of connection: ConnectionID) -> ClientExchange? {
        peers.holds(connection) ? peers[connection].exchange : nil
    }

    func take(
        _ event: RequestEvent, _ connection: ConnectionID, _ loop: isolated EventLoop<EchoHandler>
    ) {
        switch event {
        case .request(let request): upgrade(request, connection, loop)
        case .largeBody, .bodyPart: refuse(.contentTooLarge, connection, loop)
        case .violation(let violation): refuse(violation.status, connection, loop)
        }
    }

    func refuseSlow(_ connection: ConnectionID, _ loop: isolated EventLoop<EchoHandler>) {
        refuse(.requestTimeout, connection, loop)
    }

    func endHTTP(_ connection: ConnectionID, _ loop: isolated EventLoop<EchoHandler>) {
        peers[connection].session.stage = .leaving
    }

    func finished(_ connection: ConnectionID, on loop: isolated EventLoop<EchoHandler>) {
        loop.close(connection)
    }

    func expired(_ connection: ConnectionID, on loop: isolated EventLoop<EchoHandler>) {
        expiredHTTP(connection, loop)
    }

    private func refuse(
        _ status: HTTPResponse.Status, _ connection: ConnectionID,
        _ loop: isolated EventLoop<EchoHandler>
    ) {
        respond(
            HTTPResponse(status: status), [], keepsAlive: false, isToHead: false, connection, loop)
    }

    private func upgrade(
        _ request: Request, _ connection: ConnectionID, _ loop: isolated EventLoop<EchoHandler>
    ) {
        // It is at every path that is one.
        guard request.head.hasPlainPath else { return refuse(.badRequest, connection, loop) }
        let deflate = deflates && request.head.keepsDeflateTerms
        switch Handshake.accept(request.head, subprotocols: [], deflate: deflate) {
        case .success(let acceptance):
            peers[connection].endpoint = Endpoint(role: .server, deflate: acceptance.deflate)
            write(acceptance.response, [], keepsAlive: true, connection, loop)
            peers[connection].session.stage = .visitor
            loop.clearDeadline(connection)
        case .failure(let rejection):
            respond(
                rejection.response, [], keepsAlive: false, isToHead: false, connection, loop)
        }
    }
}
