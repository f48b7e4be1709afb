import HTTP
import HTTPTypes
import Kernel

/// What there is over HTTP.
enum HTTPRoute: Sendable {
    case socket, health, readiness
    /// A command, to be used; and how its answer reads.
    ///
    /// - Parameter fields: of the command, which the values in the path fill, in order.
    case command(Catalog.Entry, fields: [String], shows: RouteAnswer.Maker)
    /// A change by a body of any kind.
    case change(RouteChange)
    /// A file to be seen, by its name.
    case file(RouteFile)
    /// No command, or one that needs a socket.
    case noCommand

    /// Where WebSockets are opened.
    static let socketPath = "/v1/ws"

    /// Everything that a daemon with these commands serves.
    static func router(of catalog: Catalog) -> Router<HTTPRoute> {
        var router = Router<HTTPRoute>()
        // The handshake of WebSocket says which methods it takes.
        router.add(nil, socketPath, .socket)
        router.add(.get, "/healthz", .health)
        router.add(.get, "/readyz", .readiness)
        for route in catalog.routes {
            for method in route.methods { router.add(method, route.pattern, HTTPRoute(route)) }
        }
        for entry in catalog.entries {
            for method in HTTPCall.methods(of: entry) ?? [] {
                router.add(
                    method, HTTPCall.folder + entry.name,
                    .command(entry, fields: [], shows: RouteAnswer.asMessage))
            }
        }
        router.add(nil, HTTPCall.folder + "{command}", .noCommand)
        return router
    }
}

extension HTTPRoute {
    fileprivate init(_ route: Route) {
        self =
            switch route.target {
            case .command(let entry, let shows):
                .command(entry, fields: route.fields, shows: shows)
            case .change(let change): .change(change)
            case .file(let file): .file(file)
            }
    }
}

extension Route {
    /// Those by which it is used.
    fileprivate var methods: [HTTPRequest.Method] {
        switch method {
        case .get: [.get, .head]
        case .post: [.post]
        case .put: [.put]
        case .patch: [.patch]
        case .delete: [.delete]
        }
    }
}
