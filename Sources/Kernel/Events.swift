public import Wire

/// Every durable event that features have declared.
public struct Events: Sendable {
    private var kinds: [Int: EventKind] = [:]

    /// None.
    public init() {}

    /// All of them, in the order of their fields.
    public var all: [EventKind] { kinds.values.sorted { $0.field < $1.field } }

    /// Those of the schema that no feature has declared, by name.
    public var missing: [String] {
        ServerMessage.durableEvents.filter { kinds[$0.key] == nil }.map(\.value).sorted()
    }

    /// The usernames of the users whom an event is about, or from; none for an event without
    /// content.
    ///
    /// When one of these accounts is erased, the event loses its content. Text that a user has
    /// written may mention anyone, and is not searched.
    public func people(in event: InboxEvent) -> [String] {
        guard let kind = kind(of: event), let body = event.body else { return [] }
        return kind.people(ServerMessage(body))
    }

    /// Whether an event is worth waking a device.
    public func isNotable(_ event: InboxEvent) -> Bool { kind(of: event)?.waking != nil }

    /// The notification of an event for a recipient who is away; nil: there is none.
    public func news(of event: InboxEvent) -> News? {
        guard let waking = kind(of: event)?.waking, let body = event.body else { return nil }
        return waking.news(ServerMessage(body))
    }

    /// The same, as it is shown to the recipient's own device: what it has in common with others
    /// is said together.
    public func news(
        of event: InboxEvent, for user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> News? {
        guard var news = news(of: event), let body = event.body else { return nil }
        news.gathered = try kind(of: event)?.waking?.gather?(ServerMessage(body), user, snapshot)
        return news
    }

    /// An event as it stands now for a recipient who was notified of it, or is to be; nil: there is
    /// nothing left to notify.
    public func standing(
        _ event: InboxEvent, for user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> InboxEvent? {
        guard let waking = kind(of: event)?.waking, let body = event.body,
            let standing = try waking.stillHolds(ServerMessage(body), user, snapshot)?.body
        else { return nil }
        return InboxEvent(standing, atMilliseconds: 0)
    }

    /// A page of an inbox, in order, as its owner may read it now. An event that is no longer
    /// readable keeps its place, without content.
    ///
    /// - Parameter after: the last seq already seen.
    public func page(
        of user: User.ID, after: UInt32, limit: Int, in snapshot: Snapshot
    ) throws(Refusal) -> [(seq: UInt32, event: InboxEvent)] {
        var page = try snapshot.all(Inbox.page(of: user, after: after, limit: limit))
        var questions: [Int: EventKind.Question] = [:]
        for index in page.indices {
            guard let kind = kind(of: page[index].event), let reading = kind.reading,
                let event = page[index].event.decoded
            else { continue }
            let question = questions[kind.field] ?? reading(user, snapshot)
            questions[kind.field] = question
            page[index].event =
                switch try question(event.message) {
                case .asStored: event.event
                case .hidden: event.event.blanked
                case .changed(let message): InboxEvent(message)
                }
        }
        return page
    }

    mutating func read(_ field: Int, by reading: @escaping EventKind.Reading) {
        precondition(kinds[field] != nil, "no such event is declared")
        kinds[field]?.reading = reading
    }

    mutating func add(_ event: EventKind) {
        precondition(kinds[event.field] == nil, "\(event.name) twice")
        precondition(
            ServerMessage.durableEvents[event.field] == event.name,
            "\(event.name) is no durable event of the schema")
        kinds[event.field] = event
    }

    private func kind(of event: InboxEvent) -> EventKind? { event.field.flatMap { kinds[$0] } }
}

/// A durable event, as its feature declares it with ``Catalog/event(_:people:)``.
public struct EventKind: Sendable {
    /// The notification that an event causes.
    struct Waking: Sendable {
        let news: @Sendable (ServerMessage) -> News
        typealias Gather =
            @Sendable (ServerMessage, User.ID, Snapshot) throws(Refusal) -> News.Gathered?
        let gather: Gather?
        let stillHolds:
            @Sendable (ServerMessage, User.ID, Snapshot) throws(Refusal) -> ServerMessage?
    }

    /// The name on the wire.
    public let name: String
    /// The number of its field in `ServerMessage`.
    public let field: Int
    let people: @Sendable (ServerMessage) -> [String]
    let waking: Waking?
    /// Decides how it is read in an inbox; nil: as it is stored.
    var reading: Reading?

    /// Makes, for one read of a user's inbox, the question what an event is now.
    typealias Reading = @Sendable (User.ID, Snapshot) -> Question
    typealias Question = (ServerMessage) throws(Refusal) -> Standing

    /// An event, as its recipient may read it now.
    enum Standing {
        case asStored
        /// It keeps its place, without content.
        case hidden
        case changed(ServerMessage)
    }
}

/// The notification of an event for a user who is away.
public struct News: Equatable, Sendable {
    /// How soon a device should be woken.
    public enum Urgency: String, Sendable {
        case normal, high
    }

    /// The subject, as recipients see it: "message".
    public let kind: String
    /// The user who caused it.
    public let from: UserProfile
    /// The room of the group in which it happened; empty: it was in no group.
    public let room: String
    /// The text for the user.
    public let text: String
    /// How soon it should arrive.
    public let urgency: Urgency
    /// How long it is worth sending, if that is shorter than usual.
    public let lifetime: Duration?
    /// The activity that the user may prolong from the notification; empty: none.
    public let activity: String
    /// What it says together with earlier ones, which it replaces on a device.
    public var gathered: Gathered?

    /// Several notifications as one.
    public struct Gathered: Equatable, Sendable {
        /// The same for all that replace one another: "match:coffee".
        public let topic: String
        /// The text for the user.
        public let text: String

        /// - Parameters: as the properties.
        public init(_ topic: String, _ text: String) { (self.topic, self.text) = (topic, text) }
    }

    /// - Parameters: as the properties.
    public init(
        _ kind: String, from: UserProfile, room: String = "", _ text: String,
        urgency: Urgency = .normal, lifetime: Duration? = nil, activity: String = ""
    ) {
        self.activity = activity
        self.room = room
        (self.kind, self.from, self.text) = (kind, from, text)
        (self.urgency, self.lifetime) = (urgency, lifetime)
    }

    /// Characters of a text that are shown.
    private static let shownMax = 200

    /// A text, cut to the length that is shown.
    public static func cut(_ text: String) -> String {
        guard text.unicodeScalars.count > shownMax else { return text }
        return String(text.unicodeScalars.prefix(shownMax - 1)) + "…"
    }
}
