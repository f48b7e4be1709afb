import EventLoop
import Glibc
import Synchronization

/// Where the daemon is asked how it is: a listener and a loop of its own, so that a question costs
/// no client anything, and is answered until the very end.
final class AdminDoor: Sendable {
    /// What its socket is called when it is handed over.
    static let socketName = "upford-admin"
    /// Whoever asks is a monitor, or a person: few.
    private static let connectionsMax = 64

    /// Where it really listens.
    let address: SocketAddress
    private let loop: EventLoop<AdminHandler>
    /// Held for a successor, until the end.
    private let listener: Mutex<Listener?>

    /// Binds what the settings ask for, or takes over the socket that the process was left.
    ///
    /// - Parameter socket: that socket; given back when nobody wants it.
    /// - Returns: nil when the settings ask for none.
    static func open(
        _ admin: Configuration.Admin, inheriting socket: Inheritance.Socket?
    ) throws(StartFailure) -> AdminDoor? {
        guard admin.enabled else {
            if let socket { close(socket.number) }
            return nil
        }
        do {
            let listener =
                try socket.map { socket throws(SystemError) in
                    try Listener(adopting: socket.number)
                } ?? Listener(host: admin.host, port: UInt16(clamping: admin.port))
            return try AdminDoor(listener)
        } catch {
            throw StartFailure(
                "cannot listen on \(admin.host):\(admin.port) for the administrator: \(error);"
                    + " see admin.port, admin.enabled")
        }
    }

    private init(_ listener: Listener) throws(SystemError) {
        address = listener.address
        self.listener = Mutex(listener)
        var limits = LoopLimits()
        limits.connectionsMax = Self.connectionsMax
        // Who has its answer need not be waited for when the daemon ends.
        (limits.flushLimit, limits.lingerLimit) = (.seconds(1), .milliseconds(200))
        loop = try EventLoop(name: "upfor.admin", limits: limits) { AdminHandler() }
    }

    func start(_ answers: AdminAnswers) {
        guard let listener = listener.withLock({ $0 }) else { return }
        loop.start()
        loop.post { loop in
            loop.handler.attach(answers)
            loop.listen(on: listener)
        }
    }

    /// What a successor is to be handed; nil once the door is closed.
    var socket: Inheritance.Socket? {
        listener.withLock { $0?.descriptorNumber }.map {
            Inheritance.Socket(name: Self.socketName, number: $0)
        }
    }

    func stop() async {
        listener.withLock { $0 = nil }
        await loop.stop()
    }
}
