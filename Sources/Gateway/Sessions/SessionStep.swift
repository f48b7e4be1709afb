package import Hub
package import Kernel
package import WebSocket

/// What a message of the client leads to.
package enum SessionStep {
    /// Nothing.
    case nothing
    /// To be done by the store's writer.
    case write(WriteJob)
    /// To be done by one of the store's readers.
    case read(ReadJob)
    /// To be done by a worker; `Session.unprepared` when none takes it.
    ///
    /// `refused` is called when it is not done for want of room: nothing was looked at.
    case prepare(
        @Sendable (any Store) throws(Refusal) -> Work, Origin, refused: @Sendable () -> Void)
    /// To be done by the hub.
    case live(LiveCommand)
    /// To be sent.
    case answer([UInt8])
    /// To say goodbye.
    case close(CloseCode, String)
}

/// What something that the hub wants of a connection means for whoever carries its bytes.
package enum SessionEffect {
    /// Nothing.
    case nothing
    /// To be sent; what is secret must not be compressed.
    case send([UInt8], isSecret: Bool)
    /// To be sent, or to wait for a slow peer part by part.
    case hint([UInt8], [HintPart])
    /// Of what waits for a slow peer, that about this user is to be forgotten.
    case forgetHints(User.ID)
    /// The hub wants to know when everything has left.
    case tellWhenDrained
    /// The connection speaks for a user from now on.
    case signedIn
    /// The connection speaks for nobody from now on.
    case signedOut
    /// The hub must be told that this connection does not speak for anybody: it has gone on.
    case disown
    /// The hub must be told that what came of signing in has come too late: there will be no more.
    case unclaimed
    /// To say goodbye.
    case close(CloseCode, String)
}
