public import Wire

/// One command's view of the store, to be read and changed: all of it happens, or nothing.
public final class Transaction: Snapshot {
    /// Events for inboxes, in order; sent once the transaction is committed.
    public private(set) var deliveries: [Delivery] = []
    /// Whether anything was changed: a refusal before the first change costs no rollback.
    public private(set) var hasWritten = false
    /// Why whoever asked is refused, though what was written stays.
    public private(set) var verdict: Refusal?

    private let ids: IdentifierBox
    private let inboxEventsMax: UInt32
    private let entropy: @Sendable (Int) -> [UInt8]

    /// A transaction on the writing connection.
    ///
    /// - Parameters:
    ///   - inboxEventsMax: events that an inbox is cut to when one more comes.
    ///   - entropy: gives that many random bytes; cryptographic outside of tests.
    public init(
        on connection: any StoreConnection, now: Moment, ids: IdentifierBox,
        inboxEventsMax: UInt32 = .max, entropy: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.ids = ids
        self.inboxEventsMax = max(1, inboxEventsMax)
        self.entropy = entropy
        super.init(on: connection, now: now)
    }

    /// Changes the store.
    ///
    /// - Returns: the number of rows changed.
    @discardableResult
    public func run(_ sql: SQL) throws(Refusal) -> Int {
        hasWritten = true
        return try perform(sql) { _ throws(StoreError) in }
    }

    /// Refuses whoever asked, and keeps what was written: that somebody has tried is to be known
    /// of all the more when it was in vain. What the command answers otherwise is not sent.
    public func refuse(_ refusal: Refusal) { verdict = refusal }

    /// Has the other nodes told what this command tells the hub, as a part of it.
    ///
    /// - Throws: when that could not be written; the transaction has a fault then.
    package func tellNodes(
        _ tell: ([Signal]) throws(StoreError) -> Void
    ) throws(Refusal) {
        guard !signals.isEmpty else { return }
        do throws(StoreError) {
            try tell(signals)
        } catch {
            throw failed(error)
        }
    }

    /// A new id, larger than every one before it.
    public func makeID<Entity>() -> Identifier<Entity> {
        ids.source.next(at: now)
    }

    /// A new id, larger than every one before it, and than one that is stored: which another node
    /// may have made, whose clock is ahead.
    ///
    /// For ids whose order decides something and that no sequence orders.
    public func makeID<Entity>(after stored: Identifier<Entity>?) -> Identifier<Entity> {
        if let stored { ids.goOn(after: stored.rawValue) }
        return makeID()
    }

    /// Random bytes that nobody can guess.
    public func randomBytes(_ count: Int) -> [UInt8] {
        entropy(count)
    }

    /// The next number of `sequence`; taken for good when the transaction commits.
    ///
    /// - Parameter id: of what is numbered, if it is made already: of two in a sequence the later
    ///   has the larger.
    public func next(
        of sequence: Sequence, for id: Identifier<InboxEvent>? = nil
    ) throws(Refusal) -> UInt32 {
        hasWritten = true
        if let fault { throw Refusal(hiding: fault) }
        do {
            return try connection.next(of: sequence, for: id?.rawValue)
        } catch {
            throw failed(error)
        }
    }

    /// Puts an event into the inboxes of `users`: in this commit, and on their sockets after it.
    ///
    /// - Parameter isKept: whether a feature refers to the event for good: it stays when the
    ///   inboxes have forgotten it.
    /// - Returns: the event's id, for a fact that is stored as its event.
    @discardableResult
    public func deliver(
        _ body: ServerMessage.OneOf_Body, to users: [User.ID], isKept: Bool = false
    ) throws(Refusal) -> Identifier<InboxEvent> {
        let event = InboxEvent(body, atMilliseconds: now.unixMilliseconds)
        assert(
            event.field.map { ServerMessage.durableEvents[$0] != nil } == true,
            "no durable event of the schema: \(body)")
        let id: Identifier<InboxEvent> = makeID()
        let references = isKept ? Inbox.forGood : Int64(users.count)
        try run(Inbox.insert(event, id: id, at: now, references: references))
        var recipients: [Delivery.Recipient] = []
        recipients.reserveCapacity(users.count)
        for user in users {
            let seq = try next(of: Inbox.sequence(of: user), for: id)
            try run(Inbox.insert(id, seq: seq, user: user))
            try Inbox.cut(user, after: seq, keeping: inboxEventsMax, in: self)
            recipients.append(Delivery.Recipient(user: user, seq: seq))
        }
        deliveries.append(Delivery(event: event, recipients: recipients))
        return id
    }
}

/// The one source of ids of a writer, shared by its transactions.
public final class IdentifierBox {
    var source: IdentifierSource
    /// No id that was made is larger.
    public var last: Int64 { source.last }

    /// From here on ids are larger than `last`, which another node has made.
    package func goOn(after last: Int64) { source.goOn(after: last) }

    /// - Parameters:
    ///   - node: 0…1023, different on every node that shares a store.
    ///   - last: the largest id known to be in use.
    public init(node: Int, after last: Int64 = 0) {
        source = IdentifierSource(node: node, after: last)
    }
}

/// One event and the inboxes it went into.
public struct Delivery: Sendable {
    /// One inbox, and the event's place in it.
    public struct Recipient: Equatable, Sendable {
        /// Whose inbox.
        public let user: User.ID
        /// The place in it: 1, 2, 3 …
        public let seq: UInt32
    }

    /// What happened.
    public let event: InboxEvent
    /// Who is told.
    public let recipients: [Recipient]
}
