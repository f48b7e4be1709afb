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

    /// Declares which events of a kind may still be read in an inbox. Others keep their place, and
    /// say nothing.
    ///
    /// - Parameter isReadable: makes the question for one look into a user's inbox, which may
    ///   remember what it has found.
    public mutating func replay<Body: Message>(
        _ event: EventPath<Body>,
        where isReadable:
            @escaping @Sendable (User.ID, Snapshot) ->
            (Body) throws(Refusal) -> Bool
    ) {
        events.restrict(field(of: event)) { user, snapshot in
            let question = isReadable(user, snapshot)
            return { (message) throws(Refusal) in try question(message[keyPath: event]) }
        }
    }

    private func field<Body: Message>(of event: EventPath<Body>) -> Int {
        let empty = InboxEvent(stored: ServerMessage().with(event, Body()).bytes(.binary))
        guard let field = empty.field, ServerMessage.durableEvents[field] != nil else {
            preconditionFailure("\(Body.self) is no durable event of the schema")
        }
        return field
    }

    private mutating func add<Body: Message>(
        _ event: EventPath<Body>, people: @escaping @Sendable (Body) -> [String],
        waking: EventKind.Waking?
    ) {
        let field = field(of: event)
        events.add(
            EventKind(
                name: ServerMessage.durableEvents[field] ?? "", field: field,
                people: { people($0[keyPath: event]) }, waking: waking))
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
