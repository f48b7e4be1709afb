package import EventLoop
package import HTTP

extension ClientHandler: HTTPHandler {
    package var headMilliseconds: Int { settings.headMilliseconds }
    package var keepAliveMilliseconds: Int { settings.keepAliveMilliseconds }

    package func exchange(of connection: ConnectionID) -> ClientExchange? {
        peers.exchange(of: connection)
    }

    package func take(
        _ event: RequestEvent, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        requests.take(event, connection, loop)
    }

    package func refuseSlow(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        requests.refuseSlow(connection, loop)
    }

    package func endHTTP(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        leave(connection, loop)
    }
}
