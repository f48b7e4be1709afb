public import Wire

/// Something that may be lost: it is told to whoever is connected, on the ephemeral lane.
///
/// Of hints with the same key the newest counts: one that still waits for a slow reader is
/// replaced by the next. The truth lies in the store, for whoever asks.
public struct Hint: Equatable, Sendable {
    /// What is said.
    public let body: ServerMessage.OneOf_Body
    /// What it is about, as "receipt:ana:ben".
    public let key: String
    /// Whom it is about: it is not told any more once that is no friend.
    public let about: User.ID
    /// Whom it is told, on all their devices.
    public let recipients: [User.ID]

    /// Only those of their devices are told that have this open; nil: all.
    public let topic: Topic?

    /// - Parameters: as the properties.
    public init(
        _ body: ServerMessage.OneOf_Body, key: String, about: User.ID, to recipients: [User.ID],
        on topic: Topic? = nil
    ) {
        self.topic = topic
        self.body = body
        self.about = about
        self.key = key
        self.recipients = recipients
    }
}
