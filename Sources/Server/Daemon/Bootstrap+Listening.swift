import EventLoop
import Gateway
import Observability
import Settings

extension Bootstrap {
    /// Takes over the sockets that the process was left; empty when there are none.
    ///
    /// - Throws: when one of them is not what it should be, or not what the settings ask for.
    static func adopt(
        _ sockets: [Inheritance.Socket], for entrances: [Entrance],
        _ listen: Configuration.Listen
    ) throws(StartFailure) -> [Listener] {
        guard !sockets.isEmpty else { return [] }
        // Somebody who hands over one socket need not know its name.
        let isOne = sockets.count == 1 && entrances.count == 1
        let (got, wanted) = (sockets.map(\.name), entrances.map(\.name))
        guard isOne || Set(got) == Set(wanted) else {
            throw StartFailure(
                "sockets called \(got.joined(separator: ", ")) were handed over: expected"
                    + " \(wanted.joined(separator: ", "))")
        }
        // There may be several for one entrance: one for IPv4 and one for IPv6.
        var listeners: [Listener] = []
        for entrance in entrances {
            for socket in sockets where isOne || socket.name == entrance.name {
                listeners.append(try adopt(socket, as: entrance.security, listen))
            }
        }
        return listeners
    }

    private static func adopt(
        _ socket: Inheritance.Socket, as security: ListenerSecurity,
        _ listen: Configuration.Listen
    ) throws(StartFailure) -> Listener {
        let listener: Listener
        do {
            listener = try Listener(
                adopting: socket.number, options: ListenerOptions(listen, security))
        } catch {
            throw StartFailure("cannot listen on descriptor \(socket.number): \(error)")
        }
        guard listen.plain == .always || !security.admitsPlain || listener.address.isLoopback
        else {
            throw StartFailure(
                "the socket on \(listener.address) was handed over for plain connections: set"
                    + " listen.plain to always to accept that others can read them")
        }
        return listener
    }

    /// Binds what the settings ask for.
    static func bind(
        _ entrances: [Entrance], _ listen: Configuration.Listen
    ) throws(StartFailure) -> [Listener] {
        var listeners: [Listener] = []
        for entrance in entrances {
            do {
                listeners.append(
                    try Listener(
                        host: listen.host, port: UInt16(clamping: entrance.port),
                        options: ListenerOptions(listen, entrance.security)))
            } catch {
                throw StartFailure("cannot listen on \(listen.host):\(entrance.port): \(error)")
            }
        }
        return listeners
    }
}

extension ListenerOptions {
    fileprivate init(_ listen: Configuration.Listen, _ security: ListenerSecurity) {
        self.init()
        self.security = security
        kernelSendBytes = Int32(clamping: listen.kernelSendBytes)
        userTimeoutMilliseconds = Int32(clamping: listen.unacknowledgedSeconds * 1000)
    }
}
