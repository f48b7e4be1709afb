public import SwiftProtobuf
public import Wire

extension Catalog {
    /// A durable event's member of `ServerMessage`: `\.roomMessage`.
    public typealias EventPath<Body> = any WritableKeyPath<ServerMessage, Body> & Sendable

    /// Declares a durable event that never wakes a device.
    ///
    /// - Parameter people: the usernames of the users whom the event is about, or from. When one of
    ///   these accounts ends, the event loses its content.
    public mutating func event<Body: Message>(
        _ event: EventPath<Body>, people: @escaping @Sendable (Body) -> [String]
    ) {
        add(event, people: people, waking: nil)
    }

    /// Declares a durable event that notifies recipients who are away.
    ///
    /// - Parameters:
    ///   - people: the usernames of the users whom the event is about, or from. When one of these
    ///     accounts ends, the event loses its content.
    ///   - notify: makes the notification.
    ///   - gather: says what the notification says together with others of the same topic.
    ///   - stillHolds: returns the event as it stands now for a recipient, or nil to send no
    ///     notification. It is called before each attempt.
    public mutating func event<Body: Message>(
        _ event: EventPath<Body>, people: @escaping @Sendable (Body) -> [String],
        notify: @escaping @Sendable (Body) -> News,
        gather: (@Sendable (Body, User.ID, Snapshot) throws(Refusal) -> News.Gathered?)? = nil,
        stillHolds: @escaping @Sendable (Body, User.ID, Snapshot) throws(Refusal) -> Body?
    ) {
        let holds: @Sendable (ServerMessage, User.ID, Snapshot) throws(Refusal) -> ServerMessage? =
            { (message, user, snapshot) throws(Refusal) in
                guard let body = try stillHolds(message[keyPath: event], user, snapshot) else {
                    return nil
                }
                return message.with(event, body)
            }
        var gathers: EventKind.Waking.Gather?
        if let gather {
            gathers = { (message, user, snapshot) throws(Refusal) in
                try gather(message[keyPath: event], user, snapshot)
            }
        }
        add(
            event, people: people,
            waking: EventKind.Waking(
                news: { notify($0[keyPath: event]) }, gather: gathers, stillHolds: holds))
    }

    /// Declares which events of a kind are still readable in an inbox. The others keep their place,
    /// without content.
    ///
    /// - Parameter isReadable: makes the question for one read of a user's inbox. The question may
    ///   cache what it has found.
    public mutating func replay<Body: Message>(
        _ event: EventPath<Body>,
        where isReadable:
            @escaping @Sendable (User.ID, Snapshot) ->
            (Body) throws(Refusal) -> Bool
    ) {
        events.read(field(of: event)) { user, snapshot in
            let question = isReadable(user, snapshot)
            return { (message) throws(Refusal) in
                try question(message[keyPath: event]) ? .asStored : .hidden
            }
        }
    }

    /// Declares how events of a kind are read in an inbox: as they are now. The stored event is a
    /// reference, and what it refers to may end before the event does.
    ///
    /// - Parameter standing: makes, for one read of a user's inbox, the question what an event is
    ///   now; nil: it is no longer readable, and keeps its place without content. The question may
    ///   cache what it has found.
    public mutating func replay<Body: Message>(
        _ event: EventPath<Body>,
        as standing:
            @escaping @Sendable (User.ID, Snapshot) ->
            (Body) throws(Refusal) -> Body?
    ) {
        events.read(field(of: event)) { user, snapshot in
            let question = standing(user, snapshot)
            return { (message) throws(Refusal) in
                guard let body = try question(message[keyPath: event]) else { return .hidden }
                return .changed(message.with(event, body))
            }
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

    /// Checks that the installed features declare every durable event of the schema.
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
