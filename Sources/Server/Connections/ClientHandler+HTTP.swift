import EventLoop
import HTTP
import HTTPTypes
import Kernel
import WebSocket
import Wire

extension ClientHandler {
    /// Answers requests; after an upgrade the rest of `input` is frames.
    func readHTTP(
        _ input: inout UnsafeMutableRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = peers[connection].exchange else { return }
        if exchange.isKept, exchange.parser.isIdle {
            loop.setDeadline(connection, afterMilliseconds: settings.headMilliseconds)
        }
        var rest = UnsafeRawBufferPointer(input)
        while self.exchange(at: .reading, of: connection) != nil,
            let event = exchange.parser.next(&rest)
        {
            switch event {
            case .request(let request): answer(request, connection, loop)
            case .largeBody(let head): considerBody(of: head, connection, loop)
            case .violation(let violation):
                logRefusal(violation, connection, loop)
                respond(
                    HTTPResponse(status: violation.status), .malformed, violation.reason,
                    connection, loop)
            }
        }
        if peers[connection].exchange != nil, exchange.stage != .reading {
            exchange.rest += rest
            rest = UnsafeRawBufferPointer(rebasing: rest.suffix(0))
        }
        input = UnsafeMutableRawBufferPointer(rebasing: input.suffix(rest.count))
    }

    /// What is known of a connection's request, if it has come so far.
    func exchange(at stage: HTTPExchange.Stage, of connection: ConnectionID) -> HTTPExchange? {
        guard peers.holds(connection), let exchange = peers[connection].exchange,
            exchange.stage == stage
        else { return nil }
        return exchange
    }

    /// Somebody else has to work on the request first: nothing is read meanwhile.
    func setAside(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        peers[connection].exchange?.stage = .working
        loop.pauseReading(connection)
    }

    /// The next request may come; some of it may be here already.
    func readOnHTTP(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard let exchange = peers[connection].exchange else { return }
        exchange.stage = .reading
        loop.resumeReading(connection)
        guard !exchange.rest.isEmpty else { return }
        let rest = UnsafeMutableRawBufferPointer.allocate(
            byteCount: exchange.rest.count, alignment: 1)
        defer { rest.deallocate() }
        rest.copyBytes(from: exchange.rest)
        exchange.rest = []
        take(rest, connection, loop)
    }

    func httpExpired(
        _ exchange: HTTPExchange, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        switch exchange.stage {
        case .working:
            loop.setDeadline(connection, afterMilliseconds: settings.headMilliseconds)
        // Nobody waits for an answer, and one that came now could be taken for that to the request
        // which is just on its way.
        case .reading where exchange.isKept && exchange.parser.isIdle:
            leave(connection, loop)
            loop.close(connection)
        case .reading:
            refuseSlow(
                exchange.upload == nil
                    ? .limit(.headSeconds, settings.headMilliseconds / 1000)
                    : .limit(.messageSeconds, settings.messageSeconds), connection, loop)
        case .draining:
            leave(connection, loop)
            loop.close(connection)
        }
    }

    /// Pictures and commands may bring a body over the limit, and only from somebody we know.
    private func considerBody(
        of head: HTTPRequest, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        switch reception.routes.route(head) {
        case .found(.command(let entry), _)
        where entry.access == .user && head.method == .post
            && isAllowed(head.headerFields[.contentLength]):
            admitBody(of: head, connection, loop)
        case .found(.ownAvatar, _) where head.method == .put: admit(head, nil, connection, loop)
        default:
            let violation = HTTPViolation(
                .contentTooLarge, "body over the limit", limit: .bodyBytes)
            logRefusal(violation, connection, loop)
            respond(
                HTTPResponse(status: violation.status), .malformed, violation.reason, connection,
                loop)
        }
    }

    /// Whether a message may be as long as a head says.
    private func isAllowed(_ length: String?) -> Bool {
        length.map { Int($0) ?? .max <= reception.limits.messageBytes } ?? false
    }

    private func refuseSlow(
        _ limit: EventField, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
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
        let isToHead = request.head.method == .head
        peers[connection].exchange?.isToHead = isToHead
        switch reception.routes.route(request.head) {
        // The answer to HEAD has no body; closing says so to whoever would wait for one.
        case .notAllowed(let methods) where isToHead:
            respond(.notAllowed(methods), [], keepsAlive: false, connection, loop)
        case .found(.socket, _) where isToHead, .found(.noCommand, _) where isToHead,
            .notFound where isToHead, .malformed where isToHead:
            respond(.notAllowed([.get]), [], keepsAlive: false, connection, loop)
        case .found(let route, let values):
            answer(route, values, request, connection, loop)
        case .notAllowed(let methods):
            let names = methods.map(\.rawValue).joined(separator: " and ")
            refuse(
                .notAllowed(methods), .invalidField,
                "only \(names) \(methods.count == 1 ? "is" : "are") allowed here", request,
                connection, loop)
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

    private func answer(
        _ route: HTTPRoute, _ values: [String], _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        switch route {
        case .socket: upgrade(request, connection, loop)
        case .health: report(.alive, request, connection, loop)
        case .readiness: report(HealthAnswer(readiness.state), request, connection, loop)
        case .ownAvatar: admit(request.head, request, connection, loop)
        case .avatar: showAvatar(values.first ?? "", request, connection, loop)
        case .command(let entry): call(entry, request, connection, loop)
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
        respond(
            health.response, health.body, keepsAlive: request.keepsAlive, connection, loop)
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
            guard attribute(request, connection, loop) else { return }
            // For whom the requests before spoke says nothing of it.
            unsettle(connection, loop)
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
}
