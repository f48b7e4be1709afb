import EventLoop
public import Observability
public import WebSocket

/// The stack below the product alone: every message goes back unchanged, or to all connections. For
/// conformance suites and benchmarks.
public final class EchoServer: Sendable {
    private let loop: EventLoop<EchoHandler>
    private let listener: Listener

    /// The port on which it really listens.
    public var port: UInt16 { listener.port }

    /// Binds and starts to serve.
    ///
    /// - Parameters:
    ///   - messages: what a message may have; more is answered by 1009.
    ///   - deflates: whether messages are compressed for clients that offer it.
    ///   - tls: the PEM files of a certificate and its key, to speak TLS.
    /// - Throws: ``StartFailure`` with one line for the person who started it.
    public init(
        host: String, port: UInt16, messages: MessageLimits = MessageLimits(),
        deflates: Bool = true,
        audience: EchoAudience = .sender,
        tls: (certificateFile: String, keyFile: String)? = nil
    ) throws(StartFailure) {
        var limits = LoopLimits()
        limits.outboxBytesMax = max(4_194_304, 4 * messages.messageBytesMax)
        do {
            var options = ListenerOptions()
            if let tls { options.security = .tls(try Self.credentials(tls)) }
            listener = try Listener(host: host, port: port, options: options)
            loop = try EventLoop(name: "upfor.echo", limits: limits) {
                EchoHandler(messages: messages, audience: audience, deflates: deflates)
            }
        } catch let failure as StartFailure {
            throw failure
        } catch {
            throw StartFailure("cannot listen on \(host):\(port): \(error)")
        }
        let listener = listener
        loop.start()
        loop.post { loop in loop.listen(on: listener) }
    }

    private static func credentials(
        _ files: (certificateFile: String, keyFile: String)
    ) throws(StartFailure) -> TLSCredentials {
        do {
            return try TLSCredentials(
                certificateFile: files.certificateFile, keyFile: files.keyFile)
        } catch {
            throw StartFailure("cannot speak TLS: \(error)")
        }
    }

    /// Closes everything.
    public func stop() async { await loop.stop() }
}

/// The recipients of a message to `upford echo`.
public enum EchoAudience: Sendable {
    /// Only its sender.
    case sender
    /// All connections: the fan-out of a chat, without the chat.
    case everyone
}
