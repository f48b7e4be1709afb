import EventLoop
import Glibc
import HTTP
import HTTPTypes
import Kernel
import Wire

/// Takes orders by HTTP, one a connection: `POST /kick` with the order's JSON for a body.
///
/// - Source: docs/OPERATIONS.md, "Administration"
final class ControlHandler: ConnectionHandler {
    /// How long an order may take to come whole.
    private static let orderMilliseconds = 10_000
    /// How long its answer may take.
    private static let answerMilliseconds = 60_000
    private static let limits = HTTPLimits(
        headBytesMax: 2_048, fieldLinesMax: 16, bodyBytesMax: 8_192)

    private struct Caller {
        let peer: LocalPeer
        /// Nil once its order is known.
        var parser: RequestParser?
        /// Whether it follows somebody, or is about to.
        var isFollowing = false
        /// What ends that; nil: it follows nobody yet.
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

    /// Says who carries orders out: once, before the first connection.
    func attach(_ desk: ControlDesk) {
        self.desk = desk
    }

    /// Root, and whoever the daemon runs as, could read its memory anyway.
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
        callers[connection] = Caller(peer: peer, parser: RequestParser(limits: Self.limits))
        loop.setDeadline(connection, afterMilliseconds: Self.orderMilliseconds)
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<ControlHandler>
    ) {
        var rest = UnsafeRawBufferPointer(bytes)
        guard let event = callers[connection]?.parser?.next(&rest) else { return }
        callers[connection]?.parser = nil
        switch event {
        case .request(let request): take(request, connection, loop)
        case .largeBody: refuse(.contentTooLarge, .longOrder, connection, loop)
        case .violation(let violation):
            refuse(
                violation.status, Refusal(.malformed, violation.reason), connection, loop)
        }
    }

    private func take(
        _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ControlHandler>
    ) {
        guard let desk, let caller = callers[connection] else { return }
        guard request.head.method == .post, let path = request.head.path, path.hasPrefix("/")
        else { return refuse(.methodNotAllowed, .notPost, connection, loop) }
        loop.setDeadline(connection, afterMilliseconds: Self.answerMilliseconds)
        let name = String(path.dropFirst())
        if name == "trace" {
            guard callers.values.count(where: \.isFollowing) < Traces.followedMax else {
                return refuse(
                    .serviceUnavailable, .manyTraces, connection, loop, command: name)
            }
            callers[connection]?.isFollowing = true
        }
        desk.perform(name, request.body, by: caller.peer) { [loop] result in
            loop.post { loop in
                if name == "trace", case .success(let reply) = result, let user = reply.user {
                    return loop.handler.follow(user, connection, loop)
                }
                loop.handler.answer(ControlAnswer(result), to: connection, loop)
            }
        }
    }

    /// Lines follow until the caller goes, or does not take them.
    private func follow(
        _ user: User.ID, _ connection: ConnectionID, _ loop: isolated EventLoop<ControlHandler>
    ) {
        guard callers[connection] != nil else { return }
        let trace = traces.begin(user) { [loop] line in
            loop.post { loop in loop.handler.show(line, to: connection, loop) }
        }
        callers[connection]?.trace = trace
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

    /// What has come is no order, or one that is not begun.
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

    /// Says a last word, if anybody is still there.
    private func answer(
        _ answer: ControlAnswer, to connection: ConnectionID,
        _ loop: isolated EventLoop<ControlHandler>
    ) {
        callers[connection] = nil
        var output: [UInt8] = []
        ResponseWriter.append(
            answer.response, body: answer.body + [UInt8(ascii: "\n")], keepAlive: false,
            to: &output)
        _ = loop.send(output.span.bytes, to: connection)
        loop.close(connection)
    }

    /// Who has said everything may still wait for the answer.
    func finished(_ connection: ConnectionID, on loop: isolated EventLoop<ControlHandler>) {
        guard let caller = callers[connection], caller.parser == nil, caller.trace == nil else {
            return loop.close(connection)
        }
    }

    func expired(_ connection: ConnectionID, on loop: isolated EventLoop<ControlHandler>) {
        loop.close(connection)
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure,
        on loop: isolated EventLoop<ControlHandler>
    ) {
        if let trace = callers.removeValue(forKey: connection)?.trace { traces.end(trace) }
    }
}
