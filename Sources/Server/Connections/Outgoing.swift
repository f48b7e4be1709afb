import EventLoop
import Kernel
import WebSocket

/// What the hub wants done on one connection.
struct Outgoing: Sendable {
    enum Action: Sendable {
        /// A message; an answer frees one command's place.
        case message([UInt8], answers: Bool)
        /// From now on the connection speaks for this user.
        case signIn(Caller)
        /// From now on it speaks for nobody.
        case signOut
        /// Say goodbye, and close.
        case close(CloseCode, String)
    }

    let connection: ConnectionID
    let action: Action
}
