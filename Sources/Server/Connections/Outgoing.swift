package import EventLoop
package import Kernel
package import WebSocket

/// What the hub wants done on one connection.
package struct Outgoing: Sendable {
    package enum Action: Sendable {
        /// A message.
        case message([UInt8], Kind)
        /// A message on the ephemeral lane, and what it is made of: for a peer that is slow, where
        /// the newest of each key waits.
        case hint([UInt8], [HintPart])
        /// What waits of this user is not to be told any more.
        case forgetHints(User.ID)
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
        /// The same, and the command only looked: the next one that does may begin.
        case answerToRead
        /// The same as `answer`, and there is a token in it: it must not be compressed.
        case secretAnswer
        /// The same as `answer`, and the command was to sign in or out.
        case answerToChange
    }

    package let connection: ConnectionID
    package let action: Action
}

extension Outgoing {
    /// Whether it is a message that nobody asked for.
    var isEvent: Bool {
        if case .message(_, .event) = action { true } else { false }
    }
}
