import Client
import Synchronization

/// The way to the server, the same for everybody; whoever connects next takes the present one.
final class Route: Sendable {
    private let current: Mutex<ServerAddress>

    init(port: UInt16) throws(LoadFailure) {
        current = Mutex(try Self.address(port))
    }

    var address: ServerAddress { current.withLock { $0 } }

    /// From now on connections go to that port: the server's, or a proxy's.
    func lead(to port: UInt16) throws(LoadFailure) {
        let address = try Self.address(port)
        current.withLock { $0 = address }
    }

    private static func address(_ port: UInt16) throws(LoadFailure) -> ServerAddress {
        guard let address = ServerAddress("ws://127.0.0.1:\(port)") else {
            throw LoadFailure("port \(port) is none")
        }
        return address
    }
}
