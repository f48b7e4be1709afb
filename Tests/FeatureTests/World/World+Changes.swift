import Accounts
import Kernel
import Testing
import Wire

extension World {
    /// A change over HTTP by a body of any kind, as far as it goes before anything is waited for.
    ///
    /// - Parameter pattern: of the place: "/v1/words/{word}/speech".
    /// - Throws: the refusal.
    func begin(
        _ method: Route.Method, _ pattern: String, _ request: PlainRequest, by name: String
    ) throws -> Work {
        let work = try plain(method, pattern, request, by: name)
        guard case .prepare(let prepare) = work else {
            throw NotThatKind(what: "a command that begins on a worker: \(pattern)")
        }
        return try prepare(try store, .none)
    }

    /// What a request leads to that is no message of the schema.
    func plain(
        _ method: Route.Method, _ pattern: String, _ request: PlainRequest, by name: String
    ) throws -> Work {
        let route = catalog.routes.first { $0.pattern == pattern && $0.method == method }
        let entry = try #require(route?.form.plain, "\(pattern) is no such place")
        let caller = try caller(of: name)
        return try entry.read(.request(.plain(request)), for: caller).work.confirming(caller)
    }

    /// The caller whom a person's token identifies.
    func caller(of name: String) throws -> Caller {
        let token = try token(of: name)
        return try store.snapshot { (snapshot) throws(Refusal) in
            try AccountsFeature.caller(token: token, in: snapshot)
        }
    }

    /// The answer of the work.
    ///
    /// - Throws: the refusal.
    func finish(_ work: Work) throws -> ServerMessage.OneOf_Body {
        let completion = try done(work)
        listen(to: completion)
        return try completion.result.get()
    }
}
