import EventLoop
import WebSocket

/// The stack below the product alone: every message comes back as it went, or goes to everybody.
/// For conformance suites and benchmarks.
public final class EchoServer: Sendable {
    private let loop: EventLoop<EchoHandler>
    private let listener: Listener

    /// The port on which it really listens.
    public var port: UInt16 { listener.port }

    /// Binds and starts to serve.
    ///
    /// - Throws: ``StartFailure`` with one line for the person who started it.
    public init(
        host: String, port: UInt16, messageBytesMax: Int, audience: EchoAudience = .sender
    ) throws(StartFailure) {
        let messages = MessageLimits(messageBytesMax: messageBytesMax, fragmentsMax: .max)
        var limits = LoopLimits()
        limits.outboxBytesMax = max(4_194_304, 4 * messageBytesMax)
        do {
            listener = try Listener(host: host, port: port)
            loop = try EventLoop(name: "upfor.echo", limits: limits) {
                EchoHandler(messages: messages, audience: audience)
            }
        } catch {
            throw StartFailure("cannot listen on \(host):\(port): \(error)")
        }
        let listener = listener
        loop.start()
        loop.post { loop in loop.listen(on: listener) }
    }

    /// Closes everything.
    public func stop() async { await loop.stop() }
}
