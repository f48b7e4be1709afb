import Avatars
import HTTPTypes

/// What there is over HTTP.
enum HTTPRoute: Equatable {
    case socket, health, readiness
    /// One's own picture, to be changed.
    case ownAvatar
    /// The picture of that name, to be seen.
    case avatar(String)
    /// The command of that name, to be used.
    case command(String)

    /// Where WebSockets are opened.
    static let socketPath = "/v1/ws"

    /// - Parameter path: as requested, with its query.
    init?(_ path: String?) {
        let path = path?.split(separator: "?", maxSplits: 1).first ?? ""
        switch path {
        case Self.socketPath[...]: self = .socket
        case "/healthz": self = .health
        case "/readyz": self = .readiness
        case "/avatar": self = .ownAvatar
        default:
            if path.hasPrefix(AvatarsFeature.folder) {
                self = .avatar(String(path.dropFirst(AvatarsFeature.folder.count)))
            } else if path.hasPrefix(HTTPCall.folder) {
                self = .command(String(path.dropFirst(HTTPCall.folder.count)))
            } else {
                return nil
            }
        }
    }

    /// What may be done with it; nil: the handshake of WebSocket sees to that, or the catalogue.
    var methods: [HTTPRequest.Method]? {
        switch self {
        case .socket, .command: nil
        case .health, .readiness: [.get]
        case .ownAvatar: [.put, .delete]
        case .avatar: [.get, .head]
        }
    }

    /// Whether `head` may bring a body over the usual limit.
    static func takesLargeBody(_ head: HTTPRequest) -> Bool {
        head.method == .put && HTTPRoute(head.path) == .ownAvatar
    }
}
