package import EventLoop
package import HTTP
import HTTPTypes
import Hub
import Kernel
import Observability
import Settings
import WebSocket
import Wire

/// Requests of clients over HTTP: which place each is for, and how it is answered. Commands are
/// those of `ClientCalls`.
struct ClientRequests: LoopPart {
    let state: LoopState

    /// Answers a request; after an upgrade what follows is frames.
    func take(
        _ event: RequestEvent, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        switch event {
        case .request(let request):
            note(request.head, connection)
            guard !request.head.hasTokenInAddress else {
                return refuse(.tokenInAddress, answering: request, connection, loop)
            }
            answer(request, connection, loop)
        case .largeBody(let head):
            note(head, connection)
            guard !head.hasTokenInAddress else {
                return refuse(.tokenInAddress, answering: nil, connection, loop)
            }
            considerBody(of: head, connection, loop)
        case .bodyPart(let bytes): loop.handler.calls.store(bytes, connection, loop)
        case .violation(let violation):
            peers.exchange(of: connection)?.kind = .other
            logRefusal(violation, connection, loop)
            respond(
                HTTPResponse(status: violation.status), .malformed, violation.reason,
                connection, loop)
        }
    }

    private func note(_ head: HTTPRequest, _ connection: ConnectionID) {
        guard let exchange = peers.exchange(of: connection) else { return }
        (exchange.page, exchange.kind) = (page(of: head), .other)
    }

    /// Only commands may have a body over the limit, and only from a caller with a session.
    private func considerBody(
        of head: HTTPRequest, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let outcome = sessionContext.routes.route(head)
        if case .found(let route, _) = outcome {
            peers.exchange(of: connection)?.kind = route.kind
        }
        switch outcome {
        case .found(.command(let form, _), let values)
        where form.isForUsers && head.method != .get && head.method != .head
            && head.hasBody(
                ofAtMost: form.plain.map { $0.upload?.bodyBytesMax ?? 0 }
                    ?? sessionContext.limits.messageBytes):
            loop.handler.calls.admitBody(of: head, for: form, values, connection, loop)
        default:
            let violation = HTTPViolation(
                .contentTooLarge, "body over the limit", limit: .bodyBytes)
            logRefusal(violation, connection, loop)
            respond(
                HTTPResponse(status: violation.status), .malformed, violation.reason, connection,
                loop)
        }
    }

    /// Refuses a request that has not arrived in time.
    func refuseSlow(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        let limit: EventField =
            peers.exchange(of: connection)?.upload == nil
            ? .limit(.headSeconds, settings.headMilliseconds / 1000)
            : .limit(.messageSeconds, settings.messageSeconds)
        note(
            .httpRefused,
            [
                .connection(key(connection)), .status(408), .reason("no request in time"), limit,
            ], loop)
        respond(
            HTTPResponse(status: .requestTimeout), .malformed, "no request in time", connection,
            loop)
    }

    private func answer(
        _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        // The server as a whole. RFC 9110 §9.3.7
        guard request.head.path != "*" else {
            let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete]
            return offer(methods, request, connection, loop)
        }
        switch sessionContext.routes.route(request.head) {
        case .notAllowed(let methods) where request.head.method == .options:
            offer(methods, request, connection, loop)
        case .found(.socket, _) where request.head.method == .options:
            offer([.get, .head], request, connection, loop)
        case .found(.socket, _) where ![.get, .head].contains(request.head.method):
            refuseMethod([.get, .head], request, connection, loop)
        case .found(let route, let values):
            answer(route, values, request, connection, loop)
        case .notAllowed(let methods): refuseMethod(methods, request, connection, loop)
        case .notFound:
            refuse(
                HTTPResponse(status: .notFound), .notFound, "there is nothing here", request,
                connection, loop)
        case .malformed:
            refuse(
                HTTPResponse(status: .badRequest), .malformed, "malformed path", request,
                connection, loop)
        }
    }

    private func refuseMethod(
        _ methods: [HTTPRequest.Method], _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let names = methods.map(\.rawValue).joined(separator: " and ")
        refuse(
            .notAllowed(methods), .invalidField,
            "only \(names) \(methods.count == 1 ? "is" : "are") allowed here", request, connection,
            loop)
    }

    private func answer(
        _ route: HTTPRoute, _ values: [String], _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        peers.exchange(of: connection)?.kind = route.kind
        switch route {
        case .socket: upgrade(request, connection, loop)
        case .events where request.head.method == .head:
            loop.handler.streams.describe(request, connection, loop)
        case .events: loop.handler.streams.open(request, connection, loop)
        case .health: report(.alive, request, connection, loop)
        case .readiness: report(HealthAnswer(state.readiness.state), request, connection, loop)
        case .description(let kind): describe(kind, request, connection, loop)
        case .page(let file): show(file, request, connection, loop)
        case .command(let form, let fields):
            let path = zip(fields, values).map { (name: $0, value: $1) }
            loop.handler.calls.call(form, path, request, connection, loop)
        case .noCommand:
            refuse(
                Refusal(.unknownCommand, "there is no such command over HTTP"),
                answering: request, connection, loop)
        }
    }

    private func report(
        _ health: HealthAnswer, _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        say(health.response, health.body, keepsAlive: request.keepsAlive, connection, loop)
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
        // HEAD is refused as GET is, and where that would open a WebSocket, since it opens none.
        var head = request.head
        head.method = .get
        switch Handshake.accept(head, subprotocols: subprotocols, deflate: deflate) {
        case .success where request.head.method == .head:
            refuse(
                Handshake.upgradeRequired, .malformed, "a WebSocket is opened with GET", request,
                connection, loop)
        case .success(let acceptance):
            guard loop.handler.admissions.attribute(request, connection, loop) else { return }
            // The caller of the requests before it says nothing about its own.
            loop.handler.admissions.unsettle(connection, loop)
            state.meter.answered(.socket, status: acceptance.response.status.code)
            peers[connection].endpoint = Endpoint(role: .server, deflate: acceptance.deflate)
            peers[connection].session = Session(
                speaking: WireFormat(subprotocol: acceptance.subprotocol) ?? .json, token: bearer)
            loop.handler.write(acceptance.response, [], keepsAlive: true, connection, loop)
            guard !loop.handler.drain.isOn else {
                return loop.handler.drain.dismissLatecomer(connection, loop)
            }
            loop.setDeadline(connection, afterMilliseconds: settings.signInMilliseconds)
        case .failure(let rejection):
            refuse(
                rejection.response, .malformed, rejection.reason, request, connection, loop)
        }
    }

    /// Whether the page that sends the request may connect; a client that is no page may.
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
}

extension HTTPRequest {
    /// Whether its body may have so many bytes, or fewer. Of chunks that is known at their end.
    fileprivate func hasBody(ofAtMost bytesMax: Int) -> Bool {
        guard !headerFields.contains(.transferEncoding) else { return bytesMax > 0 }
        return headerFields[.contentLength].map { Int($0) ?? .max <= bytesMax } ?? false
    }
}

extension ClientHandler: HTTPHandler {
    package var headMilliseconds: Int { settings.headMilliseconds }
    package var keepAliveMilliseconds: Int { settings.keepAliveMilliseconds }

    package func exchange(of connection: ConnectionID) -> ClientExchange? {
        peers.exchange(of: connection)
    }

    package func take(
        _ event: RequestEvent, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        requests.take(event, connection, loop)
    }

    package func refuseSlow(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        requests.refuseSlow(connection, loop)
    }

    package func endHTTP(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        leave(connection, loop)
    }
}

/// The server, described for programs.
extension ClientRequests {
    /// Answers a request for a description.
    func describe(
        _ kind: ServedDescriptions.Kind, _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let descriptions = sessionContext.descriptions
        if let file = descriptions.ready(kind) {
            let answer = FileAnswer(file, to: request.head)
            return show(answer, isShared: true, request, connection, loop)
        }
        loop.handler.setAside(connection, loop)
        let job = ReadJob(owner: owner(connection)) { (_) throws(Refusal) in
            descriptions.make(kind)
        } then: { result in
            loop.post { loop in
                guard loop.handler.exchange(at: .working, of: connection) != nil else { return }
                switch result {
                case .success(let file):
                    let answer = FileAnswer(file, to: request.head)
                    loop.handler.requests.show(answer, isShared: true, request, connection, loop)
                case .failure(let refusal):
                    loop.handler.requests.refuse(refusal, answering: request, connection, loop)
                }
            }
        }
        state.store?.read([job])
    }
}
