import Avatars
import HTTP
import HTTPTypes
import Kernel

/// What there is over HTTP.
enum HTTPRoute: Sendable {
    case socket, health, readiness
    /// One's own picture, to be changed.
    case ownAvatar
    /// A picture, to be seen, by its name.
    case avatar
    /// A command, to be used.
    case command(Catalog.Entry)
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
        for method in [HTTPRequest.Method.put, .delete] {
            router.add(method, "/avatar", .ownAvatar)
        }
        for method in [HTTPRequest.Method.get, .head] {
            router.add(method, AvatarsFeature.folder + "{name}", .avatar)
        }
        for entry in catalog.entries {
            for method in HTTPCall.methods(of: entry) ?? [] {
                router.add(method, HTTPCall.folder + entry.name, .command(entry))
            }
        }
        router.add(nil, HTTPCall.folder + "{command}", .noCommand)
        return router
    }
}
