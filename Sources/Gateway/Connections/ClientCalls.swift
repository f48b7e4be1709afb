import Accounts
import EventLoop
import HTTP
import HTTPTypes
import Hub
import Kernel
import Observability
import Settings
import Wire

/// Commands over HTTP: `POST /v1/<command>`, `GET` for those that only look, and the places of the
/// features. They are the same commands as over a socket, with the same limits, one at a time on a
/// connection.
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
        guard let token = call.token, call.entry.hasCaller else {
            return perform(call, for: nil, connection, loop)
        }
        if let upload = exchange.upload, upload.token == token {
            exchange.upload = nil
            guard upload.isStored else {
                return perform(call, for: upload.caller, connection, loop)
            }
            return finish(upload, call, connection, loop)
        }
        if !call.needsLookUp, let known = exchange.speaker, known.token == token,
            loop.now - known.at < Self.knownFor
        {
            return perform(call, for: known.caller, connection, loop)
        }
        loop.handler.setAside(connection, loop)
        lookUp(token, request, connection, loop) { calls, caller, loop in
            let network = calls.network(of: request, connection, loop)
            calls.state.workers?.known.note(network)
            calls.perform(call, for: caller, connection, loop)
        }
    }

    /// Handles the announcement of a body over the usual limit: looks up the caller first, who pays
    /// for a file before it is read.
    ///
    /// - Parameter values: those of the braces in the path.
    func admitBody(
        of head: HTTPRequest, for form: RouteForm, _ values: [String], _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let token = try? BearerToken.read(head.headerFields) else {
            return loop.handler.requests.refuse(.expectedToken, answering: nil, connection, loop)
        }
        guard form.plain == nil || !head.headerFields.contains(.contentRange) else {
            return loop.handler.requests.refuse(.partOfFile, answering: nil, connection, loop)
        }
        loop.handler.setAside(connection, loop)
        let check = form.plain?.upload?.check
        let size = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
        lookUp(token, nil, connection, loop) { (caller, snapshot) throws(Refusal) in
            try check?(PlainRequest(head, values), size, caller, snapshot)
        } then: { calls, caller, loop in
            calls.admitBody(for: form, caller, token, connection, loop)
        }
    }

    private func admitBody(
        for form: RouteForm, _ caller: Caller, _ token: String, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = peers[connection].exchange else { return }
        var bytesMax = sessionContext.limits.messageBytes
        if let entry = form.plain, let terms = entry.upload {
            guard let upload = uploads.admit(caller, token, for: entry) else {
                return loop.handler.requests.refuse(
                    .underWay(terms.things), answering: nil, to: caller, connection, loop)
            }
            if let excess = sessionContext.excess(ofUpload: entry, by: caller, at: loop.now) {
                return loop.handler.requests.refuse(
                    .tooOften(excess.retryAfter), answering: nil, to: caller,
                    limit: excess.limit, connection, loop)
            }
            (exchange.upload, exchange.payer, bytesMax) = (upload, caller, terms.bodyBytesMax)
        }
        exchange.parser.takeLargeBody(
            ofAtMost: bytesMax, inParts: exchange.upload?.isStored ?? false)
        loop.handler.drain.setStageDeadline(
            connection, afterMilliseconds: settings.messageSeconds * 1000, loop)
        loop.handler.readOnHTTP(connection, loop)
    }

    /// Stores a part of a large body. Meanwhile nothing is read.
    func store(
        _ part: [UInt8], _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let upload = peers[connection].exchange?.upload else { return loop.abort(connection) }
        loop.handler.setAside(connection, loop)
        // A long body has as much time for each of its parts.
        let milliseconds = settings.messageSeconds * 1000
        upload.append(part) { result in
            loop.post { loop in
                guard let exchange = loop.handler.exchange(at: .working, of: connection) else {
                    return
                }
                switch result {
                case .success:
                    loop.handler.drain.setStageDeadline(
                        connection, afterMilliseconds: milliseconds, loop)
                    loop.handler.readOnHTTP(connection, loop)
                case .failure(let refusal):
                    exchange.upload = nil
                    loop.handler.calls.refuse(upload, refusal, answering: nil, connection, loop)
                }
            }
        }
    }

    /// Completes the file of an upload, then begins its command.
    private func finish(
        _ upload: Upload, _ call: HTTPCall, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        loop.handler.setAside(connection, loop)
        upload.finish { result in
            loop.post { loop in
                guard loop.handler.exchange(at: .working, of: connection) != nil else { return }
                switch result {
                case .success(let file):
                    var call = call
                    call.take(file)
                    loop.handler.calls.perform(call, for: upload.caller, connection, loop)
                case .failure(let refusal):
                    loop.handler.calls.refuse(
                        upload, refusal, answering: call.request, connection, loop)
                }
            }
        }
    }

    /// Refuses an upload that cannot be stored.
    private func refuse(
        _ upload: Upload, _ refusal: Refusal, answering request: Request?,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        if let exchange = peers[connection].exchange, let entry = upload.entry {
            payBack(entry, exchange)
        }
        sessionContext.commands.refused(refusal.code)
        loop.handler.requests.refuse(
            refusal, answering: request, to: upload.caller, connection, loop)
    }

    /// Finds out whose token it is. The connection is theirs from here on; if the token is no good,
    /// the request is refused.
    ///
    /// - Parameters:
    ///   - request: nil when its body was not read.
    ///   - check: refuses the caller.
    private func lookUp(
        _ token: String, _ request: Request?, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>,
        checking check:
            @escaping @Sendable (Caller, Snapshot) throws(Refusal) -> Void = { _, _ in },
        then take:
            @escaping @Sendable (ClientCalls, Caller, isolated EventLoop<ClientHandler>) -> Void
    ) {
        let job = ReadJob(owner: owner(connection)) { (snapshot) throws(Refusal) in
            let caller = try AccountsFeature.caller(token: token, in: snapshot)
            do throws(Refusal) {
                try check(caller, snapshot)
            } catch {
                return (caller, error as Refusal?)
            }
            return (caller, nil as Refusal?)
        } then: { result in
            loop.post { loop in
                guard let exchange = loop.handler.exchange(at: .working, of: connection) else {
                    return
                }
                switch result {
                case .success((let caller, let refusal)):
                    exchange.speaker = (token, caller, loop.now)
                    loop.handler.admissions.settle(connection, as: caller.user, loop)
                    if let refusal {
                        loop.handler.calls.sessionContext.commands.refused(refusal.code)
                        return loop.handler.requests.refuse(
                            refusal, answering: request, to: caller, connection, loop)
                    }
                    take(loop.handler.calls, caller, loop)
                case .failure(let refusal):
                    exchange.speaker = nil
                    loop.handler.admissions.unsettle(connection, loop)
                    loop.handler.requests.refuse(refusal, answering: request, connection, loop)
                }
            }
        }
        state.store?.read([job])
    }

    private func perform(
        _ call: HTTPCall, for caller: Caller?, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        var call = call
        guard let exchange = peers[connection].exchange, let input = call.takeInput() else {
            return
        }
        let arrival = Arrival(at: loop.now, from: network(of: call.request, connection, loop))
        let origin = Origin(
            connection: connection.packed, loop: index, replyTo: .exchange,
            name: call.entry.name, isRead: call.entry.verb == .read, place: call.entry.place,
            network: arrival.network)
        do throws(CommandFailure) {
            var command = try sessionContext.admit(
                call.entry, input, from: origin, for: caller,
                isPaid: exchange.payer != nil || call.isStored, arrival)
            if command.isPaced {
                loop.handler.rests.delayAnswer(to: caller, arrival, connection, loop)
            }
            sessionContext.note(accepted: origin, from: caller)
            loop.handler.setAside(connection, loop)
            exchange.call = call
            // A body that was stored is paid for, whatever comes of it.
            if call.entry.upload != nil, !call.isStored { exchange.payer = caller }
            if let caller { command.work = command.work.confirming(caller) }
            if case .file(let source, let thing) = command.work {
                return find(source, thing, call, for: caller, origin, connection, loop)
            }
            if let (refusal, _) = loop.handler.dispatch(command, of: call, connection, loop) {
                refuse(refusal, for: caller, origin, connection, loop)
            }
        } catch {
            let (refusal, limit): (Refusal, EventField?) =
                switch error {
                case .malformed(let failure):
                    (Refusal(failure), nil)
                case .refused(let refusal, _, let limit): (refusal, limit)
                }
            sessionContext.commands.refused(origin, refusal.code)
            loop.handler.requests.refuse(
                refusal, answering: call.request, to: caller, limit: limit, connection, loop)
        }
    }

    private func find(
        _ source: FileSource, _ thing: String, _ call: HTTPCall, for caller: Caller?,
        _ origin: Origin, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        let head = call.request.head
        switch source {
        case .here(let file):
            let answer = file.map { FileAnswer($0, to: head) }
            found(.success(answer), thing, isShared: true, for: caller, origin, connection, loop)
        case .stored(let look):
            let owner = ReadJob.Owner(caller, at: origin)
            let job = ReadJob(owner: owner) { (snapshot) throws(Refusal) in
                guard let file = try look(snapshot) else { return nil as FileAnswer? }
                var answer = FileAnswer(file, to: head)
                return try answer.readPiece() ? answer : nil
            } then: { result in
                loop.post { loop in
                    loop.handler.calls.found(
                        result, thing, isShared: false, for: caller, origin, connection, loop)
                }
            }
            state.store?.read([job])
        }
    }

    private func found(
        _ result: Result<FileAnswer?, Refusal>, _ thing: String, isShared: Bool,
        for caller: Caller?, _ origin: Origin, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = loop.handler.exchange(at: .working, of: connection),
            let call = exchange.call
        else { return }
        switch result {
        case .success(let file?):
            exchange.call = nil
            sessionContext.note(answered: origin)
            loop.handler.requests.show(file, isShared: isShared, call.request, connection, loop)
        case .success(nil):
            let refusal = Refusal(.notFound, "there is no such \(thing)")
            refuse(refusal, for: caller, origin, connection, loop)
        case .failure(let refusal): refuse(refusal, for: caller, origin, connection, loop)
        }
    }

    /// Refuses a command that was accepted: the hub counts and logs the refusal as every other. If
    /// too much was refused lately, the answer waits.
    private func refuse(
        _ refusal: Refusal, for caller: Caller?, _ origin: Origin, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let arrival = Arrival(at: loop.now, from: origin.network)
        loop.handler.rests.delayAnswer(to: caller, arrival, connection, loop)
        state.hub.completed([Completion(Answer(.failure(refusal), to: origin))])
    }

    /// For want of room: that is not what the day's files are for.
    func payBack(_ entry: CatalogEntry, _ exchange: ClientExchange) {
        if let payer = exchange.payer, let rate = entry.rate {
            sessionContext.limiter?.giveBack(rate, to: payer)
        }
        exchange.payer = nil
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

extension Refusal {
    fileprivate static func underWay(_ things: String) -> Refusal {
        Refusal(
            .busy, "too many \(things) are under way; try again later", retryAfter: .seconds(5))
    }
}
