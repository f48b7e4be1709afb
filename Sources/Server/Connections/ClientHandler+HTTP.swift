import EventLoop
import HTTP
import HTTPTypes
import Kernel
import WebSocket
import Wire

extension ClientHandler {
    /// Where WebSockets are opened.
    static let socketPath = "/v1/ws"

    /// Answers requests; after an upgrade the rest of `input` is frames.
    func readHTTP(
        _ input: inout UnsafeMutableRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = peers[connection].exchange else { return }
        var rest = UnsafeRawBufferPointer(input)
        while peers[connection].exchange != nil, let event = exchange.parser.next(&rest) {
            switch event {
            case .request(let request): answer(request, connection, loop)
            case .violation(let violation):
                logRefusal(violation, connection, loop)
                respond(
                    HTTPResponse(status: violation.status), .malformed, violation.reason,
                    connection, loop)
            }
        }
        input = UnsafeMutableRawBufferPointer(rebasing: input.suffix(rest.count))
    }

    func refuseSlowHead(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        note(
            .httpRefused,
            [
                .connection(key(connection)), .status(408), .reason("no request in time"),
                .limit(.headSeconds, settings.headMilliseconds / 1000),
            ], loop)
        respond(
            HTTPResponse(status: .requestTimeout), .malformed, "no request in time", connection,
            loop)
    }

    private func answer(
        _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let path = request.head.path?.split(separator: "?", maxSplits: 1).first
        guard request.head.method != .head else {
            // The answer to HEAD has no body; closing says so to whoever would wait for one.
            return refuseHead(connection, loop)
        }
        switch path.map(String.init) {
        case Self.socketPath: upgrade(request, connection, loop)
        case "/healthz":
            report(.ok, "ok", request, connection, loop)
        case "/readyz":
            let state = readiness.state
            report(
                state == .ready ? .ok : .serviceUnavailable, state.name, request, connection, loop)
        default:
            refuse(
                HTTPResponse(status: .notFound), .notFound, "there is nothing here", request,
                connection, loop)
        }
    }

    private func refuseHead(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        let response = HTTPResponse(status: .methodNotAllowed, headerFields: [.allow: "GET"])
        respond(response, [], keepsAlive: false, connection, loop)
    }

    private func report(
        _ status: HTTPResponse.Status, _ state: String, _ request: Request,
        _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard request.head.method == .get else {
            let response = HTTPResponse(
                status: .methodNotAllowed, headerFields: [.allow: "GET"])
            return refuse(
                response, .invalidField, "only GET is allowed here", request, connection, loop)
        }
        respond(
            HTTPResponse(status: status), Array("{\"status\":\"\(state)\"}\n".utf8),
            keepsAlive: request.keepsAlive, connection, loop)
    }

    private func upgrade(
        _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard isWelcome(request, connection, loop) else {
            return refuse(
                HTTPResponse(status: .forbidden), .invalidField,
                "this page may not connect: its Origin is not in listen.origins", request,
                connection, loop)
        }
        let bearer: String?
        do throws(BearerToken.Malformed) {
            bearer = try BearerToken.read(request.head.headerFields)
        } catch {
            let response = HTTPResponse(
                status: .unauthorized, headerFields: [.wwwAuthenticate: "Bearer"])
            return refuse(
                response, .invalidToken, "expected Authorization: Bearer TOKEN", request,
                connection, loop)
        }
        let subprotocols = WireFormat.allCases.map(\.subprotocol)
        let deflate = settings.deflates && request.head.keepsDeflateTerms
        switch Handshake.accept(request.head, subprotocols: subprotocols, deflate: deflate) {
        case .success(let acceptance):
            peers[connection].endpoint = Endpoint(role: .server, deflate: acceptance.deflate)
            peers[connection].session = Session(
                speaking: WireFormat(subprotocol: acceptance.subprotocol) ?? .json, token: bearer)
            write(acceptance.response, [], keepsAlive: true, connection, loop)
            guard dismissal == nil else { return dismissLatecomer(connection, loop) }
            loop.setDeadline(connection, afterMilliseconds: settings.signInMilliseconds)
        case .failure(let rejection):
            refuse(
                rejection.response, .malformed, rejection.reason, request, connection, loop)
        }
    }

    /// Whether the page that asks may connect; who is no page may.
    private func isWelcome(
        _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) -> Bool {
        let origins = request.head.headerFields[values: .origin]
        guard let origin = origins.first else { return true }
        guard origins.count == 1, let local = loop.localAddress(of: connection) else {
            return false
        }
        return settings.origins.allow(
            origin, to: local, isEncrypted: loop.isEncrypted(connection))
    }

    private func refuse(
        _ response: HTTPResponse, _ code: ErrorCode, _ reason: String, _ request: Request,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        note(
            .httpRefused,
            [
                .connection(key(connection)), .status(response.status.code), .reason(reason),
            ], loop)
        let error = Refusal(code, reason).error(in: "")
        let body = ServerMessage(.error(error)).bytes(.json) + [UInt8(ascii: "\n")]
        respond(response, body, keepsAlive: request.keepsAlive, connection, loop)
    }

    private func logRefusal(
        _ violation: HTTPViolation, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        var fields: [EventField] = [
            .connection(key(connection)), .status(violation.status.code),
            .reason(violation.reason),
        ]
        switch violation.limit {
        case .headBytes: fields.append(.limit(.headBytes, settings.http.headBytesMax))
        case .fieldLines: fields.append(.limit(.headFields, settings.http.fieldLinesMax))
        case .bodyBytes:
            fields.append(
                .limit(reception.messageBytesMax(isVisitor: true).0, settings.http.bodyBytesMax))
        case nil: break
        }
        note(.httpRefused, fields, loop)
    }

    private func respond(
        _ response: HTTPResponse, _ code: ErrorCode, _ reason: String,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        let error = Refusal(code, reason).error(in: "")
        let body = ServerMessage(.error(error)).bytes(.json) + [UInt8(ascii: "\n")]
        respond(response, body, keepsAlive: false, connection, loop)
    }

    private func respond(
        _ response: HTTPResponse, _ body: [UInt8], keepsAlive: Bool,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        var response = response
        response.headerFields[.contentType] = "application/json"
        let keepsAlive = keepsAlive && readiness.state != .draining
        write(response, body, keepsAlive: keepsAlive, connection, loop)
        guard !keepsAlive else {
            return loop.setDeadline(connection, afterMilliseconds: settings.headMilliseconds)
        }
        leave(connection, loop)
        loop.close(connection)
    }

    private func write(
        _ response: HTTPResponse, _ body: [UInt8], keepsAlive: Bool,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        var bytes: [UInt8] = []
        ResponseWriter.append(response, body: body, keepAlive: keepsAlive, to: &bytes)
        let outcome = loop.send(bytes.span.bytes, to: connection)
        if outcome == .full { loop.abort(connection) }
    }
}
