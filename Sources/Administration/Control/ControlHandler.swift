import EventLoop
import Gateway
import Glibc
import HTTP
import HTTPTypes
import Kernel
import Observability
import Wire

/// Takes orders by HTTP: `POST /kick` with the order's JSON for a body. One on each connection,
/// unless the caller asks for more with `Connection: keep-alive`: other callers read to the end of
/// the answer, and need nothing else.
///
/// - Source: docs/OPERATIONS.md, "Administration"
final class ControlHandler: HTTPHandler {
    /// How long an order may take to arrive whole, and the next one to begin.
    let headMilliseconds = 10_000
    let keepAliveMilliseconds = 10_000
    /// How long an answer may take.
    private static let answerMilliseconds = 60_000
    private static let limits = HTTPLimits(
        headBytesMax: 2_048, fieldLinesMax: 16, bodyBytesMax: 8_192)

    private static let router: Router<Void> = {
        var router = Router<Void>()
        router.add(.post, "/{order}", ())
        return router
    }()

    private struct Caller {
        let peer: LocalPeer
        /// Nil once no more input is taken from it.
        var exchange: HTTPExchange?
        /// Whether it follows a user, or is about to.
        var isFollowing = false
        /// The trace, by its number; nil: it follows no user yet.
        var trace: UInt64?
    }

    private let log: EventLog
    private let owner = geteuid()
    private var desk: ControlDesk?
    private let traces: Traces
    private var callers: [ConnectionID: Caller] = [:]

    init(_ log: EventLog, _ traces: Traces) {
        (self.log, self.traces) = (log, traces)
    }

    /// Sets the desk that carries orders out: once, before the first connection.
    func attach(_ desk: ControlDesk) {
        self.desk = desk
    }

    /// Root, and the user that the daemon runs as, could read its memory anyway.
    static func admits(_ user: UInt32, owner: UInt32) -> Bool { user == 0 || user == owner }

    func opened(
        _ connection: ConnectionID, peer: SocketAddress,
        on loop: isolated EventLoop<ControlHandler>
    ) {
        guard let peer = loop.localPeer(of: connection) else { return loop.abort(connection) }
        guard Self.admits(peer.user, owner: owner) else {
            log.write(.adminDenied, fields: peer.fields)
            return answer(.denied, to: connection, loop)
        }
        callers[connection] = Caller(peer: peer, exchange: HTTPExchange(limits: Self.limits))
        loop.setDeadline(connection, afterMilliseconds: headMilliseconds)
    }

    func exchange(of connection: ConnectionID) -> HTTPExchange? {
        callers[connection]?.exchange
    }

    func take(
        _ event: RequestEvent, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ControlHandler>
    ) {
        switch event {
        case .request(let request): take(request, connection, loop)
        case .largeBody, .bodyPart:
            refuse(.contentTooLarge, .longOrder, connection, loop)
        case .violation(let violation):
            refuse(
                violation.status, Refusal(.malformed, violation.reason), connection, loop)
        }
    }

    func refuseSlow(_ connection: ConnectionID, _ loop: isolated EventLoop<ControlHandler>) {
        refuse(.requestTimeout, Refusal(.malformed, "no request in time"), connection, loop)
    }

    private func take(
        _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ControlHandler>
    ) {
        guard let desk, let caller = callers[connection] else { return }
        caller.exchange?.keepsAlive = request.asksToBeKept
        guard request.head.method == .post else {
            return refuse(.methodNotAllowed, .notPost, connection, loop)
        }
        let name = Self.router.route(request.head).order
        setAside(connection, loop)
        loop.setDeadline(connection, afterMilliseconds: Self.answerMilliseconds)
        if name == "trace" {
            guard callers.values.count(where: \.isFollowing) < Traces.followedMax else {
                return refuse(
                    .serviceUnavailable, .manyTraces, connection, loop, command: name)
            }
            callers[connection]?.isFollowing = true
        }
        desk.perform(name, request.body, by: caller.peer) { [loop] result in
            loop.post { loop in loop.handler.take(result, of: name, for: connection, loop) }
        }
    }

    private func take(
        _ result: Result<AdminReply, Refusal>, of name: String, for connection: ConnectionID,
        _ loop: isolated EventLoop<ControlHandler>
    ) {
        guard exchange(at: .working, of: connection) != nil else { return }
        if name == "trace", case .success(let reply) = result, let user = reply.user {
            return follow(user, connection, loop)
        }
        answer(ControlAnswer(result), to: connection, loop)
    }

    /// Sends lines until the caller leaves, or does not read them.
    private func follow(
        _ user: User.ID, _ connection: ConnectionID, _ loop: isolated EventLoop<ControlHandler>
    ) {
        let trace = traces.begin(user) { [loop] line in
            loop.post { loop in loop.handler.show(line, to: connection, loop) }
        }
        callers[connection]?.trace = trace
        callers[connection]?.exchange = nil
        // The end of the connection is noticed only while it is read.
        loop.resumeReading(connection)
        loop.clearDeadline(connection)
        var head: [UInt8] = []
        ResponseWriter.appendHead(
            HTTPResponse(status: .ok, headerFields: [.contentType: "application/x-ndjson"]),
            to: &head)
        _ = loop.send(head.span.bytes, to: connection)
    }

    private func show(
        _ line: [UInt8], to connection: ConnectionID,
        _ loop: isolated EventLoop<ControlHandler>
    ) {
        guard callers[connection]?.trace != nil else { return }
        if loop.send(line.span.bytes, to: connection) == .full { loop.abort(connection) }
    }

    /// Refuses input that is no order, or an order that is not begun.
    private func refuse(
        _ status: HTTPResponse.Status, _ refusal: Refusal, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ControlHandler>, command: String? = nil
    ) {
        let caller = callers[connection]?.peer.fields ?? []
        log.write(
            .adminRefused,
            fields: caller + (command.map { [.command($0)] } ?? [])
                + [.code(refusal.code.wireName)])
        answer(ControlAnswer(status, refusal), to: connection, loop)
    }

    /// Answers, if the caller is still there. A peer without an exchange gets the answer and is
    /// disconnected.
    private func answer(
        _ answer: ControlAnswer, to connection: ConnectionID,
        _ loop: isolated EventLoop<ControlHandler>
    ) {
        callers[connection]?.isFollowing = false
        let exchange = exchange(of: connection)
        respond(
            answer.response, answer.body + [UInt8(ascii: "\n")],
            keepsAlive: exchange?.keepsAlive ?? false, isToHead: exchange?.isToHead ?? false,
            connection, loop)
    }

    func endHTTP(_ connection: ConnectionID, _ loop: isolated EventLoop<ControlHandler>) {
        callers[connection]?.exchange = nil
    }

    /// A caller that has finished sending may still wait for the answer, but not for a trace.
    func finished(_ connection: ConnectionID, on loop: isolated EventLoop<ControlHandler>) {
        guard callers[connection]?.trace == nil else { return loop.close(connection) }
        finishedHTTP(connection, loop)
    }

    func drained(_ connection: ConnectionID, on loop: isolated EventLoop<ControlHandler>) {
        readOnHTTP(connection, loop)
    }

    func expired(_ connection: ConnectionID, on loop: isolated EventLoop<ControlHandler>) {
        guard exchange(at: .working, of: connection) == nil else { return loop.close(connection) }
        expiredHTTP(connection, loop)
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure,
        on loop: isolated EventLoop<ControlHandler>
    ) {
        if let trace = callers.removeValue(forKey: connection)?.trace { traces.end(trace) }
    }
}

extension Router<Void>.Outcome {
    /// The name of the order; empty when no order has such a path.
    fileprivate var order: String {
        if case .found(_, let values) = self { values.first ?? "" } else { "" }
    }
}

/// The answer to an administrator: JSON, and a status for callers that look no further.
struct ControlAnswer {
    let response: HTTPResponse
    let body: [UInt8]

    init(_ result: Result<AdminReply, Refusal>) {
        switch result {
        case .success(let reply): self.init(.ok, reply.json)
        case .failure(let refusal): self.init(refusal.code.httpStatus, refusal)
        }
    }

    init(_ status: HTTPResponse.Status, _ refusal: Refusal) {
        self.init(status, refusal.error(in: "").builtBytes(.json))
    }

    private init(_ status: HTTPResponse.Status, _ body: [UInt8]) {
        response = HTTPResponse(
            status: status, headerFields: [.contentType: "application/json"])
        self.body = body
    }

    /// The peer is neither root nor the daemon's user.
    static let denied = Self(
        .forbidden,
        Refusal(.wrongCredentials, "permission denied: expected root or the daemon's user"))
}

extension Refusal {
    static let longOrder = Refusal(.tooLarge, "an order has at most 8 KiB")
    static let notPost = Refusal(.malformed, "orders are given by POST")
    static let manyTraces = Refusal(
        .unavailable, "\(Traces.followedMax) traces are running already: end one of them")
}
