/// Who gets a message that somebody sends to `upford echo`.
public enum EchoAudience: Sendable {
    /// Only who sent it.
    case sender
    /// Everybody connected: the fan-out of a chat, without the chat.
    case everyone
}
