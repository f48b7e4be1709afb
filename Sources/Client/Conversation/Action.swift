package import WebSocket
package import Wire

/// What a conversation wants done.
package enum Action<Waiter: Sendable>: Sendable {
    /// Begin a connection.
    case open
    /// Send one message.
    case send([UInt8])
    /// Ask the server for a sign of life.
    case ping
    /// Say goodbye with this code, and end the connection.
    case close(CloseCode, reason: String)
    /// End the connection at once.
    case abort
    /// Hand an event to the owner.
    case tell(ClientEvent)
    /// Hand an answer to the one who waits for it.
    case answer(Waiter, Result<ServerMessage.OneOf_Body, ClientError>)
    /// No more events will come.
    case finish
}
