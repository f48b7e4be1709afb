public import Wire

/// A durable event, as its feature declares it with ``Catalog/event(_:people:)``.
public struct EventKind: Sendable {
    /// What makes it worth waking somebody for.
    struct Waking: Sendable {
        let news: @Sendable (ServerMessage) -> News
        let stillHolds:
            @Sendable (ServerMessage, User.ID, Snapshot) throws(Refusal) -> ServerMessage?
    }

    /// The name on the wire.
    public let name: String
    /// The number of its field in `ServerMessage`.
    public let field: Int
    let people: @Sendable (ServerMessage) -> [String]
    let waking: Waking?
    /// Who may still read it in an inbox; nil: who has it there.
    var reading: Reading?

    /// Makes, for one look into a user's inbox, the question whether an event may be read there.
    typealias Reading = @Sendable (User.ID, Snapshot) -> Question
    /// Whether an event may be read.
    typealias Question = (ServerMessage) throws(Refusal) -> Bool
}

/// What somebody is told of an event who is away.
public struct News: Equatable, Sendable {
    /// How soon a device is to be woken.
    public enum Urgency: String, Sendable {
        case normal, high
    }

    /// What it is about, as receivers are told: "message".
    public let kind: String
    /// Whose doing it was.
    public let from: UserProfile
    /// The room of the group in which it happened; empty: in none.
    public let room: String
    /// What a person reads.
    public let text: String
    /// How soon it is to arrive.
    public let urgency: Urgency
    /// How long it is worth telling, if that is shorter than usual.
    public let lifetime: Duration?

    /// - Parameters: as the properties.
    public init(
        _ kind: String, from: UserProfile, room: String = "", _ text: String,
        urgency: Urgency = .normal, lifetime: Duration? = nil
    ) {
        self.room = room
        (self.kind, self.from, self.text) = (kind, from, text)
        (self.urgency, self.lifetime) = (urgency, lifetime)
    }

    /// Characters of what somebody wrote that are shown.
    private static let shownMax = 200

    /// What somebody wrote, so much of it as is shown.
    public static func cut(_ text: String) -> String {
        guard text.unicodeScalars.count > shownMax else { return text }
        return String(text.unicodeScalars.prefix(shownMax - 1)) + "…"
    }
}
