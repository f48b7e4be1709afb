import Accounts
import EventLoop
import HTTP
import HTTPTypes
import Hub
import Kernel
import Wire

/// Changes by a body of any kind, such as a picture: who brings it is known before a large body is
/// read, and what is made of it is a worker's.
extension ClientCalls {
    /// Finds out who changes something, and whether they may.
    ///
    /// - Parameter request: nil when it is only its head yet, and its body is a large one.
    func admit(
        _ change: RouteChange, _ head: HTTPRequest, _ request: Request?, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let token = try? BearerToken.read(head.headerFields) else {
            return loop.handler.requests.refuse(
                .expectedToken, answering: request, connection, loop)
        }
        // A part would take the place of the whole. RFC 9110 §14.5.
        guard !head.headerFields.contains(.contentRange) else {
            return loop.handler.requests.refuse(.partOfFile, answering: request, connection, loop)
        }
        guard state.store != nil, let exchange = peers[connection].exchange else { return }
        if let request, let upload = exchange.upload, upload.token == token {
            exchange.upload = nil
            return begin(change, request, token, upload.caller, connection, loop)
        }
        loop.handler.setAside(connection, loop)
        lookUp(token, connection, loop) { calls, result, loop in
            calls.admitted(change, result, token, request, connection, loop)
        }
    }

    /// Finds out whose token it is.
    func lookUp(
        _ token: String, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>,
        then take:
            @escaping @Sendable (
                ClientCalls, Result<Caller, Refusal>, isolated EventLoop<ClientHandler>
            ) -> Void
    ) {
        let job = ReadJob(owner: owner(connection)) { (snapshot) throws(Refusal) in
            try AccountsFeature.caller(token: token, in: snapshot)
        } then: { result in
            loop.post { loop in take(loop.handler.calls, result, loop) }
        }
        state.store?.read([job])
    }

    private func admitted(
        _ change: RouteChange, _ result: Result<Caller, Refusal>, _ token: String,
        _ request: Request?,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = loop.handler.exchange(at: .working, of: connection) else { return }
        guard let caller = settle(result, request, connection, loop) else { return }
        if let request { return begin(change, request, token, caller, connection, loop) }
        guard let upload = uploads.admit(caller, token) else {
            return loop.handler.requests.refuse(
                .underWay(change.things), answering: request, connection, loop)
        }
        guard pays(for: change, caller, answering: request, connection, loop) else { return }
        exchange.upload = upload
        exchange.parser.takeLargeBody(ofAtMost: change.bodyBytesMax ?? 0)
        loop.handler.drain.setStageDeadline(
            connection, afterMilliseconds: settings.messageSeconds * 1000, loop)
        loop.handler.readOnHTTP(connection, loop)
    }

    /// Who asks, on a connection that is theirs from here on; nil: the token is no good, and the
    /// request is refused.
    func settle(
        _ result: Result<Caller, Refusal>, _ request: Request?, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) -> Caller? {
        switch result {
        case .success(let caller):
            loop.handler.admissions.settle(connection, as: caller.user, loop)
            return caller
        case .failure(let refusal):
            loop.handler.admissions.unsettle(connection, loop)
            loop.handler.requests.refuse(refusal, answering: request, connection, loop)
            return nil
        }
    }

    /// Takes a change from those that somebody may make; if there is none left, says so.
    private func pays(
        for change: RouteChange, _ caller: Caller, answering request: Request?,
        _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) -> Bool {
        let rate = change.takesBack ? nil : change.rate
        let excess = sessionContext.limiter?.take(rate, .user(caller), at: loop.now)
        guard let excess, !change.takesBack else {
            if change.bodyBytesMax != nil { loop.handler.exchange(of: connection)?.payer = caller }
            return true
        }
        loop.handler.requests.refuse(
            .tooOften(excess.retryAfter), answering: request, to: caller, limit: excess.limit,
            connection, loop)
        return false
    }

    /// For want of room: that is not what the day's changes are for.
    func payBack(_ change: RouteChange, _ exchange: ClientExchange) {
        if let payer = exchange.payer { sessionContext.limiter?.giveBack(change.rate, to: payer) }
        exchange.payer = nil
    }

    /// What needs no large body takes no time, and goes behind what came before it.
    private func begin(
        _ change: RouteChange, _ request: Request, _ token: String, _ caller: Caller,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let painters = state.painters, let exchange = loop.handler.exchange(of: connection)
        else { return }
        loop.handler.setAside(connection, loop)
        if exchange.payer == nil {
            guard pays(for: change, caller, answering: request, connection, loop) else { return }
        }
        let origin = Origin(
            connection: connection.packed, loop: index, replyTo: .exchange, name: change.name,
            place: sessionContext.catalog.place(of: change))
        let (body, path) = (request.body, request.head.path ?? "")
        exchange.work = .change(change)
        let isTaken = painters.submit(
            { (store) throws(Refusal) in try change.work(body, token, path, store) }, origin,
            evenIfFull: change.bodyBytesMax == nil || change.isBrief)
        if !isTaken {
            exchange.work = nil
            payBack(change, exchange)
            loop.handler.requests.refuse(
                .beingMade(change.things), answering: request, to: caller, connection, loop)
        }
    }
}

extension Refusal {
    fileprivate static func underWay(_ things: String) -> Refusal {
        Refusal(
            .busy, "too many \(things) are under way; try again later", retryAfter: .seconds(5))
    }

    fileprivate static var partOfFile: Refusal {
        Refusal(.malformed, "expected all of it, without Content-Range")
    }

    fileprivate static func beingMade(_ things: String) -> Refusal {
        Refusal(
            .busy, "too many \(things) are being made; try again later", retryAfter: .seconds(5))
    }
}
