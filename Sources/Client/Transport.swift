public import WebSocket

/// Carries whole messages between a client and its server: the port to the outside world.
///
/// `LoopTransport` is ours, for Linux; an app on another platform brings its own WebSocket. Every
/// method returns at once. What is reported comes in order, one at a time, and never from within
/// a call.
public protocol Transport: Sendable {
    /// Begins a connection; the one before has ended, or was told to. What follows concerns the
    /// new one only.
    ///
    /// - Parameter report: told `opened`, then what comes, then `ended` once; or only `ended`.
    func open(report: @escaping @Sendable (TransportEvent) -> Void)

    /// Sends one message; nothing happens if the connection has ended.
    func send(_ message: [UInt8])

    /// Asks the server for a sign of life; a pong is reported as `heard`.
    func ping()

    /// Says goodbye and ends; `ended` follows within a few seconds, whatever the server does.
    func close(_ code: CloseCode, reason: String)

    /// Ends at once. `ended` may follow or not.
    func abort()
}

/// What a transport reports.
public enum TransportEvent: Sendable, Equatable {
    /// The connection is there and speaks our protocol.
    case opened
    /// One whole message.
    case message([UInt8])
    /// A sign of life that carries no message.
    case heard
    /// The connection is over, or never came about.
    case ended(Ending)
}
