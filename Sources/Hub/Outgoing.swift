package import EventLoop
package import Kernel
package import WebSocket
package import Wire

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

/// The answer to a command, on its way to the connection that sent it. It is encoded there, once,
/// unless a reader has encoded it.
package struct Answer: Sendable {
    /// What the connection's own books record of the command.
    package enum Kind: Sendable {
        /// Its place is free.
        case plain
        /// The same for a read: the next read may begin.
        case toRead
        /// The same for a command that signs in or out.
        case toChange
    }

    /// Where on the connection it goes.
    package let replyTo: ReplyTo
    package let kind: Kind
    package let body: ServerMessage.OneOf_Body
    /// As it leaves; nil: it is not encoded yet.
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

    /// Its bytes on a socket; nil for an HTTP request, whose answer is framed otherwise.
    package var bytes: [UInt8]? {
        guard case .socket(let command, let format) = replyTo else { return nil }
        return encoded?.bytes ?? ServerMessage(id: command, body).answerBytes(format)
    }

    /// Whether it contains a secret that opens the account. Compressed together with text that an
    /// attacker chose, its size would reveal the secret.
    ///
    /// - Source: RFC 7692 §8; the attack is known as CRIME.
    package var isSecret: Bool {
        switch body {
        case .account, .secondFactorSecret, .recoveryCodes: true
        default: false
        }
    }
}
