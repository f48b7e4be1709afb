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
    /// Whom it is told, on all their devices.
    public let recipients: [User.ID]

    /// - Parameters: as the properties.
    public init(_ body: ServerMessage.OneOf_Body, key: String, to recipients: [User.ID]) {
        self.body = body
        self.key = key
        self.recipients = recipients
    }
}
