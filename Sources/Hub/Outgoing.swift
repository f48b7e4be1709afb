package import EventLoop
package import Kernel
package import WebSocket
package import Wire

/// What the hub wants done on one connection.
package struct Outgoing: Sendable {
    package enum Action: Sendable {
        /// A message that nobody asked for; its bytes are shared by all who get it.
        case event([UInt8])
        /// What a command came to.
        case answer(Answer)
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

    package let connection: ConnectionID
    package let action: Action
}

extension Outgoing {
    /// Whether it is a message that nobody asked for.
    package var isEvent: Bool {
        if case .event = action { true } else { false }
    }
}

/// What a command came to, on its way to the connection that asked: encoded there, once, unless a
/// reader has done that.
package struct Answer: Sendable {
    /// What the connection's own books have of the command.
    package enum Kind: Sendable {
        /// Its place is free.
        case plain
        /// The same, and it only looked: the next one that does may begin.
        case toRead
        /// The same as `plain`, and it was to sign in or out.
        case toChange
    }

    /// Where on its connection it goes.
    package let replyTo: ReplyTo
    package let kind: Kind
    package let body: ServerMessage.OneOf_Body
    /// As it leaves; nil: it is still to be encoded.
    package let encoded: EncodedAnswer?

    package init(
        _ body: ServerMessage.OneOf_Body, to replyTo: ReplyTo, _ kind: Kind = .plain,
        _ encoded: EncodedAnswer? = nil
    ) {
        (self.replyTo, self.kind, self.body, self.encoded) = (replyTo, kind, body, encoded)
    }

    /// - Parameter origin: of the command.
    init(_ body: ServerMessage.OneOf_Body, to origin: Origin, _ encoded: EncodedAnswer? = nil) {
        let kind: Kind =
            if origin.changesCaller { .toChange } else if origin.isRead { .toRead } else { .plain }
        self.init(body, to: origin.replyTo, kind, encoded)
    }

    /// As it goes on the wire of a socket; nil for a request of HTTP, which frames it otherwise.
    package var bytes: [UInt8]? {
        guard case .socket(let command, let format) = replyTo else { return nil }
        return encoded?.bytes ?? ServerMessage(id: command, body).answerBytes(format)
    }

    /// Whether something is in it that opens the account: beside text of somebody else's choice,
    /// the size of what is compressed would tell about it.
    ///
    /// - Source: RFC 7692 §8; the attack is known as CRIME.
    package var isSecret: Bool {
        switch body {
        case .account, .secondFactorSecret, .recoveryCodes: true
        default: false
        }
    }
}
