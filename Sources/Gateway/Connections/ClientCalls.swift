import Accounts
import EventLoop
import HTTP
import HTTPTypes
import Hub
import Kernel
import Observability
import Settings
import Wire

/// Commands over HTTP: `POST /v1/<command>`, and `GET` for those that only look. They are the same
/// commands as over a socket, with the same limits, one at a time on a connection.
///
/// Changes by a body of any kind have the same steps: who asks, whether they may, the work, and
/// its answer.
struct ClientCalls: LoopPart {
    let state: LoopState
    /// Large bodies that are under way.
    let uploads: UploadGate

    /// How long a token is not looked up again on a connection: another may have replaced it, and
    /// one that is used is not to be taken for idle.
    private static let knownFor = Duration.seconds(60)

    /// - Parameter path: the fields that are in the request's path.
    func call(
        _ form: RouteForm, _ path: [RequestFields.PathField], _ request: Request,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = peers[connection].exchange else { return }
        let call: HTTPCall
        do throws(HTTPCall.Misuse) {
            call = try HTTPCall(request, by: form, path: path)
        } catch {
            sessionContext.commands.refused(error.refusal.code)
            return loop.handler.requests.refuse(
                error.refusal, status: error.status, answering: request, connection, loop)
        }
        guard let token = call.token, call.entry.access == .user else {
            return perform(call, for: nil, connection, loop)
        }
        if let known = exchange.speaker, known.token == token,
            loop.now - known.at < Self.knownFor
        {
            return perform(call, for: known.caller, connection, loop)
        }
        loop.handler.setAside(connection, loop)
        lookUp(token, connection, loop) { calls, result, loop in
            calls.found(result, token, call, connection, loop)
        }
    }

    /// A command announces a body over the usual limit: who brings it is found out first.
    func admitBody(
        of head: HTTPRequest, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let token = try? BearerToken.read(head.headerFields) else {
            return loop.handler.requests.refuse(.expectedToken, answering: nil, connection, loop)
        }
        loop.handler.setAside(connection, loop)
        lookUp(token, connection, loop) { calls, result, loop in
            guard let exchange = loop.handler.exchange(at: .working, of: connection) else { return }
            switch result {
            case .failure(let refusal):
                exchange.speaker = nil
                loop.handler.admissions.unsettle(connection, loop)
                loop.handler.requests.refuse(refusal, answering: nil, connection, loop)
            case .success(let caller):
                exchange.speaker = (token, caller, loop.now)
                loop.handler.admissions.settle(connection, as: caller.user, loop)
                exchange.parser.takeLargeBody(
                    ofAtMost: calls.sessionContext.limits.messageBytes)
                loop.handler.drain.setStageDeadline(
                    connection, afterMilliseconds: calls.settings.messageSeconds * 1000, loop)
                loop.handler.readOnHTTP(connection, loop)
            }
        }
    }

    private func found(
        _ result: Result<Caller, Refusal>, _ token: String, _ call: HTTPCall,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = loop.handler.exchange(at: .working, of: connection) else { return }
        switch result {
        case .success(let caller):
            exchange.speaker = (token, caller, loop.now)
            loop.handler.admissions.settle(connection, as: caller.user, loop)
            state.workers?.known.note(network(of: call.request, connection, loop))
            perform(call, for: caller, connection, loop)
        case .failure(let refusal):
            exchange.speaker = nil
            loop.handler.admissions.unsettle(connection, loop)
            loop.handler.requests.refuse(refusal, answering: call.request, connection, loop)
        }
    }

    private func perform(
        _ call: HTTPCall, for caller: Caller?, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = peers[connection].exchange else { return }
        let arrival = Arrival(at: loop.now, from: network(of: call.request, connection, loop))
        let origin = Origin(
            connection: connection.packed, loop: index, replyTo: .exchange,
            name: call.entry.name, isRead: call.entry.verb == .read, place: call.entry.place,
            network: arrival.network)
        let account = call.entry.account(in: call.input)
        let admission = sessionContext.admission(
            of: call.entry, call.input, account, caller, arrival)
        if case .refused(let excess) = admission {
            sessionContext.commands.refused(origin, .rateLimited)
            return loop.handler.requests.refuse(
                .tooOften(excess.retryAfter), answering: call.request, to: caller,
                limit: excess.limit, connection, loop)
        }
        let work: Work
        do throws(DecodingFailure) {
            work = admission.apply(
                to: try call.entry.decode(call.input, for: caller), for: caller)
        } catch {
            sessionContext.commands.refused(origin, error.code)
            return loop.handler.requests.refuse(
                Refusal(error.code, field: error.field, error.message), answering: call.request,
                to: caller, connection, loop)
        }
        if case .paced = admission {
            loop.handler.rests.delayAnswer(to: caller, arrival, connection, loop)
        }
        sessionContext.note(accepted: origin, from: caller)
        loop.handler.setAside(connection, loop)
        exchange.work = .call(call)
        begin(
            caller.map { work.asLong(as: $0) } ?? work, of: call, for: caller, origin, arrival,
            connection, loop,
            refused: sessionContext.refund(of: call.entry, account, caller, arrival))
    }

    private func begin(
        _ work: Work, of call: HTTPCall, for caller: Caller?, _ origin: Origin,
        _ arrival: Arrival, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>, refused: @escaping @Sendable () -> Void
    ) {
        switch work {
        case .write(let run): state.writes.append(.command(run, replyTo: origin))
        case .read(let run):
            state.reads.append(
                ReadJob(
                    .command(run, replyTo: origin), owner: ReadJob.Owner(caller, at: origin),
                    encoder: sessionContext.encoder(for: caller, arrival) { call.encode($0) }))
        case .prepare(let prepare):
            let admits = sessionContext.attempts(arrival)
            let isTaken = state.workers?.submit(
                { (store) throws(Refusal) in try prepare(store, admits) }, origin, refused: refused)
            if isTaken != true {
                answered(.error(Refusal.workersBusy.error(in: "")), nil, connection, loop)
            }
        case .refused(let refusal):
            answered(.error(refusal.error(in: origin.name)), nil, connection, loop)
        case .wait, .live: answered(.error(Refusal.fault.error(in: "")), nil, connection, loop)
        }
    }

    /// Where a request comes from: a proxy of ours says it of each, and may bring those of many
    /// on one connection.
    func network(
        of request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) -> UInt64 {
        guard !settings.proxies.isEmpty, let peer = loop.peerAddress(of: connection),
            let client = settings.proxies.client(behind: peer, request.head)
        else { return loop.network(of: connection) }
        return client.networkKey
    }
}

extension Work {
    /// The same, as long as the log-in of who asked has not ended: nothing else tells a request's
    /// connection that it has.
    fileprivate func asLong(as caller: Caller) -> Work {
        switch self {
        case .write(let run):
            let checked: @Sendable (Transaction) throws(Refusal) -> ServerMessage.OneOf_Body = {
                (transaction) throws(Refusal) in
                try AccountsFeature.confirm(caller, in: transaction)
                return try run(transaction)
            }
            return .write(checked)
        case .read(let run):
            let checked: @Sendable (Snapshot) throws(Refusal) -> ServerMessage.OneOf_Body = {
                (snapshot) throws(Refusal) in
                try AccountsFeature.confirm(caller, in: snapshot)
                return try run(snapshot)
            }
            return .read(checked)
        case .prepare(let prepare):
            let checked: @Sendable (any Store, AttemptLimit) throws(Refusal) -> Work = {
                (store, admits) throws(Refusal) in
                try prepare(store, admits).asLong(as: caller)
            }
            return .prepare(checked)
        case .wait(let awaited, let next):
            let checked: @Sendable (any Store) throws(Refusal) -> Work = {
                (store) throws(Refusal) in try next(store).asLong(as: caller)
            }
            return .wait(awaited, then: checked)
        case .live, .refused: return self
        }
    }
}
