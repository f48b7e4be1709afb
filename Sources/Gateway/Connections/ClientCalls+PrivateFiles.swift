import Accounts
import EventLoop
import HTTP
import HTTPTypes
import Kernel
import Wire

/// Files that only some may see: who asks for one is found out, and only then is it looked for.
extension ClientCalls {
    /// Answers who asks for one.
    ///
    /// - Parameter values: what stands in the braces of the path, in order.
    func look(
        for files: RoutePrivateFile, _ values: [String], _ request: Request,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let token = try? BearerToken.read(request.head.headerFields) else {
            return loop.handler.requests.refuse(
                .expectedToken, answering: request, connection, loop)
        }
        guard state.store != nil else { return }
        loop.handler.setAside(connection, loop)
        lookUp(token, connection, loop) { calls, result, loop in
            calls.look(for: files, values, token, result, request, connection, loop)
        }
    }

    private func look(
        for files: RoutePrivateFile, _ values: [String], _ token: String,
        _ result: Result<Caller, Refusal>, _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard loop.handler.exchange(at: .working, of: connection) != nil else { return }
        guard let caller = settle(result, request, connection, loop) else { return }
        if let excess = sessionContext.limiter?.take(files.rate, .user(caller), at: loop.now) {
            return loop.handler.requests.refuse(
                .tooOften(excess.retryAfter), answering: request, to: caller, limit: excess.limit,
                connection, loop)
        }
        let job = ReadJob(owner: owner(connection)) { (snapshot) throws(Refusal) in
            try files.find(snapshot, token, values)
        } then: { result in
            loop.post { loop in
                loop.handler.calls.found(result, files, caller, request, connection, loop)
            }
        }
        state.store?.read([job])
    }

    private func found(
        _ result: Result<ServedFile?, Refusal>, _ files: RoutePrivateFile, _ caller: Caller,
        _ request: Request, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard loop.handler.exchange(at: .working, of: connection) != nil else { return }
        switch result {
        case .success(let file):
            // It may be another one the next time, or the client may not see it any more.
            loop.handler.requests.show(
                file, aThing: files.thing,
                caching: files.mayBeKept ? "private, no-cache" : "no-store", request, connection,
                loop)
        case .failure(let refusal):
            loop.handler.requests.refuse(
                refusal, answering: request, to: caller, connection, loop)
        }
    }
}
