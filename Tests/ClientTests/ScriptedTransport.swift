import Client
import WebSocket
import Wire

/// A transport whose other end is the test.
final class ScriptedTransport: Transport {
    typealias Report = @Sendable (TransportEvent) -> Void

    /// One element for each connection that the client begins.
    let openings: AsyncStream<Report>
    private let opened: AsyncStream<Report>.Continuation
    /// What the client sends.
    let messages: AsyncStream<[UInt8]>
    private let sent: AsyncStream<[UInt8]>.Continuation

    init() {
        (openings, opened) = AsyncStream.makeStream()
        (messages, sent) = AsyncStream.makeStream()
    }

    func open(report: @escaping Report) { opened.yield(report) }
    func send(_ message: [UInt8]) { sent.yield(message) }
    func ping() {}
    func close(_ code: CloseCode, reason: String) {}
    func abort() {}
}
