public import SwiftProtobuf
public import Wire

/// What happens to a client without its asking.
public enum ClientEvent: Sendable, Equatable {
    /// The socket is up, or up again; there is no session yet.
    case connected
    /// A session is open, by `signIn` or by resuming. When its `reset` is true, everything known
    /// so far is void: ask for the lists again; the inbox goes on behind `top`.
    case signedIn(SessionOpened)
    /// A durable event: each exactly once and in order of `seq`, across reconnects.
    case inbox(seq: UInt32, at: Google_Protobuf_Timestamp, body: ServerMessage.OneOf_Body)
    /// Something that may be lost: presence, or the server's goodbye.
    case ephemeral(ServerMessage.OneOf_Body)
    /// The server does not take the token any more: this device was signed out, here or from
    /// another. `disconnected` follows, and the client does not come back by itself.
    case signedOut(reason: String)
    /// The socket is down. `retryIn` is the wait before the next attempt; nil means that the
    /// client does not come back by itself.
    case disconnected(reason: String, retryIn: Duration?)
}
