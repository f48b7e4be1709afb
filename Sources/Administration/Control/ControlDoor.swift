import EventLoop
package import Gateway
import Glibc
package import Observability
package import Settings
import Synchronization

/// Where orders for the daemon are taken: a Unix socket beside the data, and a loop of its own.
///
/// It is opened behind the data's lock, and takes the place of one that an earlier daemon has left;
/// never of one where another daemon, on other data, takes orders.
package final class ControlDoor: Sendable {
    /// Administrators are few, and each order is a connection.
    private static let connectionsMax = 16

    /// The socket.
    package let path: String
    /// Nil once no more connections are accepted.
    private let listener: Mutex<Listener?>
    private let loop: EventLoop<ControlHandler>

    /// - Returns: nil when there is to be none.
    package static func open(
        _ configuration: Configuration, _ log: EventLog, _ traces: Traces
    ) throws(StartFailure) -> ControlDoor? {
        guard let path = configuration.adminSocket else { return nil }
        // The owner of the data owns the files beside them: a socket there is that of a dead
        // daemon, whichever user ran that.
        let isOurs = !configuration.admin.socket.hasPrefix("/")
        do throws(SystemError) {
            return try ControlDoor(
                Listener(path: path, isOurs: isOurs), at: path, log, traces)
        } catch {
            let reason =
                error.errno == EADDRINUSE
                ? "another daemon takes orders at \(path)"
                : "cannot take orders at \(path): \(error)"
            throw StartFailure("\(reason); see admin.socket")
        }
    }

    private init(
        _ listener: Listener, at path: String, _ log: EventLog, _ traces: Traces
    ) throws(SystemError) {
        self.listener = Mutex(listener)
        self.path = path
        var limits = LoopLimits()
        limits.connectionsMax = Self.connectionsMax
        (limits.flushLimit, limits.lingerLimit) = (.seconds(1), .milliseconds(200))
        loop = try EventLoop(name: "upfor.control", limits: limits) {
            ControlHandler(log, traces)
        }
    }

    package func start(_ desk: ControlDesk) {
        guard let listener = listener.withLock({ $0 }) else { return }
        loop.start()
        loop.post { loop in
            loop.handler.attach(desk)
            loop.listen(on: listener)
        }
    }

    /// Accepts no more connections, so that another daemon may take orders here.
    ///
    /// The socket's name stays: that daemon replaces it.
    package func close() async {
        listener.withLock { $0 = nil }
        await loop.stopAccepting()
    }

    /// Ends all orders that are still under way.
    package func stop() async { await loop.stop() }
}
