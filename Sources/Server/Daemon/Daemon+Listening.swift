import EventLoop
import Synchronization

extension Daemon {
    /// What our sockets are called when they are handed over.
    static let socketName = "upford"

    /// Takes over the sockets that the process was left; empty when there are none.
    ///
    /// - Throws: when one of them is not what it should be.
    static func adopt(
        _ sockets: [Inheritance.Socket], _ listen: Configuration.Listen
    ) throws(StartFailure) -> [Listener] {
        var listeners: [Listener] = []
        for socket in sockets {
            // Somebody who hands over one socket need not know its name.
            guard socket.name == socketName || sockets.count == 1 else {
                throw StartFailure(
                    "a socket called \(socket.name) was handed over: expected \(socketName)")
            }
            do {
                listeners.append(
                    try Listener(
                        adopting: socket.number, options: ListenerOptions(listen)))
            } catch {
                throw StartFailure("cannot listen on descriptor \(socket.number): \(error)")
            }
        }
        return listeners
    }

    /// Binds the address of the settings.
    static func bind(_ listen: Configuration.Listen) throws(StartFailure) -> Listener {
        do {
            return try Listener(
                host: listen.host, port: UInt16(clamping: listen.port),
                options: ListenerOptions(listen))
        } catch {
            throw StartFailure("cannot listen on \(listen.host):\(listen.port): \(error)")
        }
    }

    /// What a successor is to be handed; nothing once the daemon stops.
    public var sockets: [Inheritance.Socket] {
        listeners.withLock { listeners in
            listeners.map {
                Inheritance.Socket(name: Self.socketName, number: $0.descriptorNumber)
            }
        }
    }
}

extension ListenerOptions {
    fileprivate init(_ listen: Configuration.Listen) {
        self.init()
        kernelSendBytes = Int32(clamping: listen.kernelSendBytes)
        userTimeoutMilliseconds = Int32(clamping: listen.unacknowledgedSeconds * 1000)
    }
}
