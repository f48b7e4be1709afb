package import HTTP
package import HTTPTypes
package import Kernel
import Observability
import Synchronization

/// The routes over HTTP.
package enum HTTPRoute: Sendable {
    case socket, events, health, readiness
    /// The server, described for programs.
    case description(ServedDescriptions.Kind)
    /// A command.
    ///
    /// - Parameter fields: those that the values in the path fill, in order.
    case command(RouteForm, fields: [String])
    /// A file of the page, which is not part of the API.
    case page(PageFile)
    /// No command, or one that needs a socket.
    case noCommand

    /// Where WebSockets are opened.
    package static let socketPath = "/v1/ws"
    /// Where events are streamed.
    static let eventsPath = "/v1/events"

    /// Everything that a daemon with these commands serves.
    ///
    /// - Parameters:
    ///   - root: the interface whose places are also at `/`; empty: none.
    ///   - page: has no path that leads elsewhere.
    package static func router(
        of catalog: Catalog, root: String = "", page: PageFiles = .none
    ) -> Router<HTTPRoute> {
        var router = Router<HTTPRoute>()
        // The handshake of WebSocket says which methods it takes.
        router.add(nil, socketPath, .socket)
        for method in [HTTPRequest.Method.get, .head] {
            router.add(method, eventsPath, .events)
            router.add(method, "/healthz", .health)
            router.add(method, "/readyz", .readiness)
        }
        for kind in ServedDescriptions.Kind.allCases {
            router.add(.get, kind.path, .description(kind))
            router.add(.head, kind.path, .description(kind))
        }
        for route in catalog.routes {
            for (method, path) in route.places(root: root) {
                router.add(method, path, .command(route.form, fields: route.fields))
            }
        }
        for entry in catalog.entries {
            for method in HTTPCall.methods(of: entry) ?? [] {
                router.add(
                    method, HTTPCall.folder + entry.name,
                    .command(RouteForm(entry), fields: []))
            }
        }
        router.add(nil, HTTPCall.folder + "{command}", .noCommand)
        for (path, file) in page.places {
            router.add(.get, path, .page(file))
            router.add(.head, path, .page(file))
        }
        return router
    }
}

extension HTTPRoute {
    /// The kind under which its requests are counted.
    var kind: RequestKind {
        switch self {
        case .socket: .socket
        case .events: .events
        case .health, .readiness: .health
        case .description: .description
        case .command(let form, _):
            if let plain = form.plain {
                plain.verb == .file ? .file : .change
            } else {
                form.request == nil ? .command : .document
            }
        case .page: .page
        case .noCommand: .other
        }
    }
}

extension Route {
    /// Where it is, and by which methods it is used.
    ///
    /// - Parameter root: the interface whose places are also at `/`.
    package func places(root: String) -> [(method: HTTPRequest.Method, path: String)] {
        var paths = [interface.map { "/\($0)" + pattern } ?? pattern]
        if interface == root { paths.append(pattern) }
        return paths.flatMap { path in methods.map { ($0, path) } }
    }

    /// Those by which it is used.
    private var methods: [HTTPRequest.Method] {
        switch method {
        case .get: isDeprecated ? [.get] : [.get, .head]
        case .post: [.post]
        case .put: [.put]
        case .patch: [.patch]
        case .delete: [.delete]
        }
    }
}

/// The descriptions that a server serves. Each is made when it is first requested: 100 KB and more
/// take milliseconds.
package final class ServedDescriptions: Sendable {
    /// Which one.
    package enum Kind: String, CaseIterable, Sendable {
        /// Of the requests.
        case openAPI = "openapi"
        /// Of the messages of a WebSocket.
        case asyncAPI = "asyncapi"

        var path: String { "/\(rawValue).json" }
    }

    private let write: @Sendable (Kind) -> [UInt8]
    private let made = Mutex<[Kind: ServedFile]>([:])

    /// - Parameter write: makes a document, in JSON.
    package init(_ write: @escaping @Sendable (Kind) -> [UInt8]) {
        self.write = write
    }

    /// One that was made before.
    func ready(_ kind: Kind) -> ServedFile? { made.withLock { $0[kind] } }

    /// Makes one, unless it is there.
    func make(_ kind: Kind) -> ServedFile {
        if let ready = ready(kind) { return ready }
        let bytes = write(kind)
        let file = ServedFile(
            name: ServedFile.name(of: bytes), contentType: "application/json", .bytes(bytes),
            caching: .askedByAll)
        made.withLock { $0[kind] = file }
        return file
    }
}
