import Kernel
import Testing
import Wire

extension World {
    /// A change over HTTP by a body of any kind, as far as it goes before anything is waited for.
    ///
    /// - Parameters:
    ///   - pattern: of the place: "/v1/words/{word}/speech".
    ///   - path: of the request.
    /// - Throws: the refusal.
    func begin(
        _ pattern: String, at path: String, _ body: [UInt8], by name: String
    ) throws -> Work {
        let changes = catalog.routes.compactMap { route -> RouteChange? in
            guard route.pattern == pattern, case .change(let change) = route.target else {
                return nil
            }
            return change
        }
        let change = try #require(changes.first, "\(pattern) is no such place")
        return try change.work(body, try token(of: name), path, try store)
    }

    /// What comes of it.
    ///
    /// - Throws: the refusal.
    func finish(_ work: Work) throws -> ServerMessage.OneOf_Body {
        let completion = try done(work)
        listen(to: completion)
        return try completion.result.get()
    }
}
