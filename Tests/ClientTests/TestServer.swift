import EventLoop
import WebSocket

/// A small server over a real socket, for one user: sign-in, an inbox, an echo for `roomSend`.
final class TestServer: Sendable {
    /// What the server does to connections, from any thread.
    typealias Work = @Sendable (TestServerHandler, isolated EventLoop<TestServerHandler>) -> Void

    /// Where it listens, as a person writes it.
    let address: String
    let port: UInt16
    private let listener: Listener
    private let loop: EventLoop<TestServerHandler>

    /// - Parameters:
    ///   - credentials: to speak TLS with.
    ///   - host: the numeric address to listen on.
    init(_ credentials: TLSCredentials? = nil, on host: String = "127.0.0.1") throws {
        var options = ListenerOptions()
        if let credentials { options.security = .tls(credentials) }
        listener = try Listener(host: host, port: 0, options: options)
        port = listener.port
        address = "\(credentials == nil ? "ws" : "wss")://127.0.0.1:\(listener.port)"
        loop = try EventLoop(name: "test.server") { TestServerHandler() }
        loop.start()
        loop.post { [listener] loop in loop.listen(on: listener) }
    }

    /// Puts events into the user's inbox.
    func deliver(_ texts: [String]) {
        act { handler, loop in
            for text in texts { handler.deliver(text, on: loop) }
        }
    }

    /// Breaks every connection.
    func breakConnections() {
        act { handler, loop in handler.breakConnections(on: loop) }
    }

    /// Says goodbye to every connection.
    func dismiss(_ code: CloseCode) {
        act { handler, loop in handler.dismiss(code, on: loop) }
    }

    /// Returns when nobody is connected, or when the test's time is up.
    func solitude() async {
        let (stream, waiter) = AsyncStream<Never>.makeStream()
        act { handler, _ in handler.awaitSolitude(waiter) }
        for await _ in stream {}
    }

    func stop() async { await loop.stop() }

    private func act(_ work: @escaping Work) {
        loop.post { loop in work(loop.handler, loop) }
    }
}
