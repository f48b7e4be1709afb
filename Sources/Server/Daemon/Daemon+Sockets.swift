import Administration
import EventLoop
public import Gateway
import Synchronization

extension Daemon {
    /// What a successor is to be handed; nothing once the daemon stops.
    public var sockets: [Inheritance.Socket] {
        let clients = listeners.withLock { listeners in
            listeners.map {
                Inheritance.Socket(name: $0.security.socketName, number: $0.descriptorNumber)
            }
        }
        return clients.isEmpty ? [] : clients + (admin?.sockets ?? [])
    }

    /// Where clients connect: the addresses of its WebSocket, plain before TLS.
    static func addresses(of listeners: [Listener]) -> [String] {
        listeners.flatMap { listener in
            let schemes =
                switch listener.security {
                case .plain: ["ws"]
                case .either: ["ws", "wss"]
                case .tls: ["wss"]
                }
            return schemes.map { "\($0)://\(listener.address)\(HTTPRoute.socketPath)" }
        }
    }
}
