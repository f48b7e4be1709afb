public import SwiftProtobuf
public import Wire

extension Catalog {
    /// A durable event's member of `ServerMessage`: `\.roomMessage`.
    public typealias EventPath<Body> = any WritableKeyPath<ServerMessage, Body> & Sendable

    /// Declares a durable event that nobody is woken for.
    ///
    /// - Parameter people: the usernames of those whom it is about, or from: it loses what it says
    ///   when one of them leaves.
    public mutating func event<Body: Message>(
        _ event: EventPath<Body>, people: @escaping @Sendable (Body) -> [String]
    ) {
        add(event, people: people, waking: nil)
    }

    /// Declares a durable event for which somebody is notified who is away.
    ///
    /// - Parameters:
    ///   - people: the usernames of those whom it is about, or from: it loses what it says when
    ///     one of them leaves.
    ///   - notify: what is told.
    ///   - stillHolds: the event as it stands now for whoever is told, asked before each attempt;
    ///     nil: it is told no more.
    public mutating func event<Body: Message>(
        _ event: EventPath<Body>, people: @escaping @Sendable (Body) -> [String],
        notify: @escaping @Sendable (Body) -> News,
        stillHolds: @escaping @Sendable (Body, User.ID, Snapshot) throws(Refusal) -> Body?
    ) {
        let holds: @Sendable (ServerMessage, User.ID, Snapshot) throws(Refusal) -> ServerMessage? =
            { (message, user, snapshot) throws(Refusal) in
                guard let body = try stillHolds(message[keyPath: event], user, snapshot) else {
                    return nil
                }
                return message.with(event, body)
            }
        add(
            event, people: people,
            waking: EventKind.Waking(news: { notify($0[keyPath: event]) }, stillHolds: holds))
    }

    private mutating func add<Body: Message>(
        _ event: EventPath<Body>, people: @escaping @Sendable (Body) -> [String],
        waking: EventKind.Waking?
    ) {
        let field = InboxEvent(stored: ServerMessage().with(event, Body()).bytes(.binary)).field
        guard let field, let name = ServerMessage.durableEvents[field] else {
            preconditionFailure("\(Body.self) is no durable event of the schema")
        }
        events.add(
            EventKind(
                name: name, field: field, people: { people($0[keyPath: event]) }, waking: waking))
    }

    /// All features are installed: whatever the schema has is there.
    public func checkIsWhole() {
        precondition(events.missing.isEmpty, "no feature declares \(events.missing)")
    }
}

extension ServerMessage {
    fileprivate func with<Body>(_ path: Catalog.EventPath<Body>, _ body: Body) -> Self {
        var message = self
        message[keyPath: path] = body
        return message
    }
}
