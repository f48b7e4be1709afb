public import WebSocket

/// Carries whole messages between a client and its server: the port to the outside world.
///
/// `LoopTransport` is ours, for Linux; an app on another platform brings its own WebSocket. Every
/// method returns at once. Reports arrive in order, one at a time, and never from within a call.
public protocol Transport: Sendable {
    /// Begins a connection, after the previous one has ended or was closed or aborted. All later
    /// reports concern the new one only.
    ///
    /// - Parameter report: receives `opened`, then the input, then `ended` once; or only `ended`.
    func open(report: @escaping @Sendable (TransportEvent) -> Void)

    /// Sends one message; nothing happens if the connection has ended.
    func send(_ message: [UInt8])

    /// Pings the server; a pong is reported as `heard`.
    func ping()

    /// Sends a close frame and ends; `ended` follows within a few seconds, whatever the server
    /// does.
    func close(_ code: CloseCode, reason: String)

    /// Ends at once. `ended` may follow or not.
    func abort()
}

/// What a transport reports.
public enum TransportEvent: Sendable, Equatable {
    /// The connection is open and speaks our protocol.
    case opened
    /// One whole message.
    case message([UInt8])
    /// Input without a message, such as a pong.
    case heard
    /// The connection has ended, or could not be made.
    case ended(Ending)
}
