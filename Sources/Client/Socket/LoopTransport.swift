import Dispatch
public import EventLoop
import HTTP
import Synchronization
public import WebSocket
public import Wire

/// Carries messages over a socket of a `ClientLoop`: the transport for Linux.
public final class LoopTransport: Transport {
    private static let numbers = Atomic<UInt64>(0)

    private let loop: ClientLoop
    private let server: ServerAddress
    private let format: WireFormat
    private let trust: TLSTrust?
    private let connectSeconds: Int
    private let current = Mutex<Line.Number?>(nil)

    /// A transport to this server.
    ///
    /// - Parameters:
    ///   - trust: whom a `wss://` server must have been certified by; nil for the roots that the
    ///     system trusts.
    ///   - connectSeconds: how long the owner waits for a connection: each address of the server
    ///     has a share of it.
    public init(
        to server: ServerAddress, format: WireFormat, on loop: ClientLoop = .shared,
        trusting trust: TLSTrust? = nil, connectSeconds: Int = 10
    ) {
        self.connectSeconds = connectSeconds
        self.server = server
        self.format = format
        self.trust = trust
        self.loop = loop
    }

    /// Looks the server up, connects and shakes hands.
    public func open(report: @escaping @Sendable (TransportEvent) -> Void) {
        let (_, rawValue) = Self.numbers.add(1, ordering: .relaxed)
        let number = Line.Number(rawValue: rawValue)
        current.withLock { $0 = number }
        HostLookup.find(server) { [self] addresses in
            if !addresses.isEmpty {
                let patience = Line.connectMilliseconds(
                    count: addresses.count, within: connectSeconds)
                connect(number, to: addresses[...], eachFor: patience, report)
            } else {
                post(else: report) { [host = server.host] _ in
                    report(.ended(.unreachable("\(host): no such host")))
                }
            }
        }
    }

    /// Sends one message in a frame of its own.
    public func send(_ message: [UInt8]) {
        withLine { $0.send(message, on: $1) }
    }

    /// Sends a ping.
    public func ping() {
        withLine { $0.ping(on: $1) }
    }

    /// Sends a close frame, and waits two seconds for the server's.
    public func close(_ code: CloseCode, reason: String) {
        withLine { $0.close(code, reason: reason, on: $1) }
    }

    /// Resets the connection.
    public func abort() {
        withLine { $0.abort(on: $1) }
        current.withLock { $0 = nil }
    }
}

extension LoopTransport {
    /// Connects to the first address; when that does not come about, to the next.
    private func connect(
        _ number: Line.Number, to addresses: ArraySlice<SocketAddress>, eachFor milliseconds: Int,
        _ report: @escaping @Sendable (TransportEvent) -> Void
    ) {
        guard let address = addresses.first else { return }
        let others = addresses.dropFirst()
        let next = { @Sendable [self] in
            connect(number, to: others, eachFor: milliseconds, report)
        }
        post(else: report) { [self] loop in
            // Given up, or replaced, while its name was looked up.
            guard current.withLock({ $0 == number }) else { return }
            let expected: TLSServer?
            do throws(TLSError) {
                expected = try self.expected()
            } catch {
                return report(.ended(.unreachable("\(server): \(error)")))
            }
            guard let connection = loop.connect(to: address, tls: expected) else {
                return report(.ended(.unreachable("no socket is left in this process")))
            }
            do throws(HTTPViolation) {
                let line = try Line(
                    number: number, connection: connection, server: server, format: format,
                    otherwise: others.isEmpty ? nil : next, report: report)
                loop.handler.add(line)
                guard !others.isEmpty else { return }
                loop.setDeadline(connection, afterMilliseconds: milliseconds)
            } catch {
                loop.abort(connection)
                report(.ended(.unreachable("\(server): \(error.reason)")))
            }
        }
    }

    /// Read once: the system's roots are some 150 certificates.
    private static let systemTrust = Result { () throws(TLSError) in try TLSTrust.system() }

    /// Whom the server has to prove to be; nil where it need not.
    private func expected() throws(TLSError) -> TLSServer? {
        guard server.isSecure else { return nil }
        if let trust { return TLSServer(name: server.host, trust: trust) }
        return TLSServer(name: server.host, trust: try Self.systemTrust.get())
    }

    private func withLine(
        _ body: @escaping @Sendable (Line, isolated EventLoop<LineTable>) -> Void
    ) {
        guard let number = current.withLock({ $0 }) else { return }
        try? loop.post { loop in
            if let line = loop.handler[number] { body(line, loop) }
        }
    }

    private func post(
        else report: @escaping @Sendable (TransportEvent) -> Void,
        _ work: @escaping @Sendable (isolated EventLoop<LineTable>) -> Void
    ) {
        do {
            try loop.post(work)
        } catch {
            // Not from within the call that asked for the connection.
            DispatchQueue.global().async { report(.ended(.unreachable("\(error)"))) }
        }
    }
}

/// The event loop that carries connections of clients: any number of them, on one thread.
public final class ClientLoop: Sendable {
    /// The loop of all clients that do not bring their own.
    public static let shared = ClientLoop(name: "upfor.client")

    /// What a client may have waiting for a server that does not read, in bytes.
    static let outboxBytesMax = 8_388_608

    /// A process without descriptors has no loop; its clients learn that when they connect.
    private let running: Result<EventLoop<LineTable>, SystemError>

    /// Makes a loop and starts it.
    public init(name: String) {
        running = Result { () throws(SystemError) in
            var limits = LoopLimits()
            limits.outboxBytesMax = Self.outboxBytesMax
            let loop = try EventLoop<LineTable>(name: name, limits: limits) { LineTable() }
            loop.start()
            return loop
        }
    }

    /// Ends every connection, and the loop with them.
    public func stop() async {
        if case .success(let loop) = running { await loop.stop() }
    }

    /// Runs `work` on the loop.
    ///
    /// - Throws: why there is no loop.
    func post(
        _ work: @escaping @Sendable (isolated EventLoop<LineTable>) -> Void
    ) throws(SystemError) {
        try running.get().post(work)
    }
}
