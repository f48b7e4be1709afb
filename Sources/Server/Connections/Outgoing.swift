package import EventLoop
package import Kernel
package import WebSocket

/// What the hub wants done on one connection.
package struct Outgoing: Sendable {
    package enum Action: Sendable {
        /// A message.
        case message([UInt8], Kind)
        /// Say when everything has left.
        case tellWhenDrained
        /// From now on the connection speaks for this user.
        case signIn(Caller)
        /// From now on it speaks for nobody.
        case signOut
        /// Say goodbye, and close.
        case close(CloseCode, String)
    }

    /// What a message is, as far as the connection's own books go.
    package enum Kind: Sendable {
        /// Nobody asked for it.
        case event
        /// A command has its answer, and its place is free.
        case answer
        /// The same, and there is a token in it: it must not be compressed.
        case secretAnswer
        /// The same as `answer`, and the command was to sign in.
        case answerToSignIn
    }

    package let connection: ConnectionID
    package let action: Action
}
