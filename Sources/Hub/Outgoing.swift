package import EventLoop
package import Kernel
package import WebSocket

/// An action of the hub on one connection.
package struct Outgoing: Sendable {
    package enum Action: Sendable {
        /// A message that the client did not request; all recipients share its bytes.
        case event([UInt8])
        /// The outcome of a command.
        case answer(Answer)
        /// A message on the ephemeral lane, and its parts: while the peer is slow, the newest part
        /// of each key waits.
        case hint([UInt8], [HintPart])
        /// Drop the waiting hints about this user.
        case forgetHints(User.ID)
        /// Report when everything has left.
        case tellWhenDrained
        /// Sign the connection in: it speaks for this user from now on.
        case signIn(Caller)
        /// Sign the connection out.
        case signOut
        /// Send the close code and the reason, and close.
        case close(CloseCode, String)
    }

    package let connection: ConnectionID
    package let action: Action
}

extension Outgoing {
    /// Whether it is a message that the client did not request.
    package var isEvent: Bool {
        if case .event = action { true } else { false }
    }
}
