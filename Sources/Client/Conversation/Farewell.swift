import WebSocket
import Wire

/// What the server said about the end of this connection before it came.
struct Farewell: Sendable {
    /// The code that it announced, should the close frame get lost.
    private(set) var code: CloseCode?
    private var reason = ""
    /// How long it asked us to stay away, at least.
    var retryAfter = Duration.zero

    /// Takes note of the server's goodbye.
    mutating func heard(_ bye: Bye) {
        code = UInt16(exactly: bye.code).map { CloseCode(rawValue: $0) }
        reason = bye.reason
        retryAfter = Duration(clamping: bye.retryAfter)
    }

    /// How the connection really ended: a goodbye says more than a broken socket.
    func explains(_ ending: Ending) -> Ending {
        guard case .lost = ending, let code else { return ending }
        return .closed(code, reason: reason)
    }
}
