package import EventLoop
package import Gateway
import Glibc
package import Observability
package import Settings
import Synchronization

/// Where the daemon is asked how it is: a listener and a loop of its own, so that a question costs
/// no client anything, and is answered until the very end.
package final class AdminDoor: Sendable {
    /// Where it really listens, the first place if there are several.
    package let address: SocketAddress
    private let loop: EventLoop<AdminHandler>
    /// Held for a successor, until the end.
    private let listeners: Mutex<[Listener]>

    /// Binds what the settings ask for, or takes over the sockets that the process was left.
    ///
    /// - Parameter sockets: those sockets; closed when there is no use for them.
    /// - Returns: nil when the settings ask for none.
    package static func open(
        _ admin: Configuration.Admin, inheriting sockets: [Inheritance.Socket]
    ) throws(StartFailure) -> AdminDoor? {
        guard admin.enabled else {
            for socket in sockets { close(socket.number) }
            return nil
        }
        do {
            var listeners = try sockets.map { socket throws(SystemError) in
                try Listener(adopting: socket.number)
            }
            if listeners.isEmpty {
                listeners = [try Listener(host: admin.host, port: UInt16(clamping: admin.port))]
            }
            return try AdminDoor(listeners)
        } catch {
            throw StartFailure(
                "cannot listen on \(admin.host):\(admin.port) for the administrator: \(error);"
                    + " see admin.port, admin.enabled")
        }
    }

    private init(_ listeners: [Listener]) throws(SystemError) {
        address = listeners[0].address
        self.listeners = Mutex(listeners)
        var limits = LoopLimits()
        // The handler closes some before the loop stops accepting.
        limits.connectionsMax = 2 * AdminHandler.connectionsMax
        // A peer that has its answer need not be waited for when the daemon ends.
        (limits.flushLimit, limits.lingerLimit) = (.seconds(1), .milliseconds(200))
        loop = try EventLoop(name: "upfor.admin", limits: limits) { AdminHandler() }
    }

    package func start(_ answers: AdminAnswers) {
        let listeners = listeners.withLock { $0 }
        loop.start()
        loop.post { loop in
            loop.handler.attach(answers)
            listeners.forEach { loop.listen(on: $0) }
        }
    }

    /// The sockets to hand to a successor; none once the door is closed.
    package var sockets: [Inheritance.Socket] {
        listeners.withLock { $0 }.map {
            Inheritance.Socket(name: Inheritance.adminName, number: $0.descriptorNumber)
        }
    }

    /// Connections that came before are still answered; a successor has the same port.
    package func stopAccepting() async {
        listeners.withLock { $0 = [] }
        await loop.stopAccepting()
    }

    /// How many have come that have had no answer yet.
    package var newcomerCount: Int { get async { await loop.newcomerCount } }

    package func stop() async {
        listeners.withLock { $0 = [] }
        await loop.stop()
    }
}

extension EventLoop where Handler == AdminHandler {
    fileprivate var newcomerCount: Int { handler.newcomers.count }
}
