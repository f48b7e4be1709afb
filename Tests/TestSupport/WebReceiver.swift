import COpenSSL
import Dispatch
import Glibc
import Synchronization

/// A web server of a test's own, on a port of 127.0.0.1: plain, or with TLS.
///
/// One request a connection; what is answered, or whether anything is, the test says.
public final class WebReceiver: Sendable {
    /// A request that was received.
    public struct Request: Sendable {
        /// `POST`.
        public let method: String
        /// `/hook`.
        public let target: String
        /// By name in lower case.
        public let fields: [String: String]
        /// The whole of it.
        public let body: [UInt8]
    }

    /// What is said to it.
    public struct Answer: Sendable {
        let bytes: [UInt8]

        /// An answer with its length.
        public init(_ status: Int, fields: [(String, String)] = [], body: [UInt8] = []) {
            var head = "HTTP/1.1 \(status) Told\r\nContent-Length: \(body.count)\r\n"
            head += "Connection: close\r\n"
            for (name, value) in fields { head += "\(name): \(value)\r\n" }
            bytes = Array((head + "\r\n").utf8) + body
        }

        /// Whatever bytes there are.
        public init(raw bytes: [UInt8]) { self.bytes = bytes }
    }

    /// Where it listens.
    public let port: UInt16
    private let listener: Int32
    private let context: SecureContext?
    private let handler: @Sendable (Request) -> Answer?
    private let state = Mutex(State())

    private struct State: Sendable {
        var connections: Set<Int32> = []
        var requests: [Request] = []
        var isStopped = false
    }

    /// - Parameters:
    ///   - certificate: for TLS.
    ///   - handler: gives the answer to a request; nil: nothing is ever said.
    public init(
        certificate: TestCertificate? = nil,
        _ handler: @escaping @Sendable (Request) -> Answer?
    ) throws {
        self.handler = handler
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, size) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, pointer, &size) == 0
            }
        }
        guard isBound else { throw TestCertificate.Failure() }
        port = UInt16(bigEndian: address.sin_port)
        context = try certificate.map { try SecureContext($0) }
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "web-receiver")
        queue.async { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { break }
                serve(connection)
            }
            close(listener)
        }
    }

    deinit { stop() }

    /// Every request so far, in order.
    public var requests: [Request] { state.withLock { $0.requests } }

    /// Ends all connections.
    public func stop() {
        let open: Set<Int32> = state.withLock { state in
            defer { state.isStopped = true }
            return state.isStopped ? [] : state.connections.union([listener])
        }
        for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    private func serve(_ connection: Int32) {
        let isWanted = state.withLock { state in
            if !state.isStopped { state.connections.insert(connection) }
            return !state.isStopped
        }
        guard isWanted else {
            close(connection)
            return
        }
        let context = context
        DispatchQueue(label: "web-connection").async { [weak self] in
            let wire = WebConnection(connection, context)
            if let request = wire.request() {
                self?.state.withLock { $0.requests.append(request) }
                if let answer = self?.handler(request) {
                    wire.send(answer.bytes)
                } else {
                    wire.waitForEnd()
                }
            }
            self?.state.withLock { _ = $0.connections.remove(connection) }
            wire.end()
        }
    }
}
