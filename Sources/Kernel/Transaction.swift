public import Wire

/// One command's view of the store, to read and to change. Either all changes are kept, or none.
public final class Transaction: Snapshot {
    /// Events for inboxes, in order; sent once the transaction is committed.
    public private(set) var deliveries: [Delivery] = []
    /// What goes into the event log when the command is done.
    public private(set) var records: [AccountRecord] = []
    /// What users did, for the metrics and the event log.
    public private(set) var usage: [UsageRecord] = []
    /// Whether the event log has each act of a user.
    public let logsUsers: Bool
    /// Whether anything was changed: a refusal before the first change costs no rollback.
    public private(set) var hasWritten = false
    /// Why the caller is refused, although the writes are kept.
    public private(set) var verdict: Refusal?

    private let ids: IdentifierBox
    private let inboxEventsMax: UInt32
    private let entropy: @Sendable (Int) -> [UInt8]

    /// A transaction on the writing connection.
    ///
    /// - Parameters:
    ///   - inboxEventsMax: the number of events to which a growing inbox is cut.
    ///   - logsUsers: whether the event log has each act of a user.
    ///   - entropy: returns that many random bytes; cryptographic outside of tests.
    public init(
        on connection: any StoreConnection, now: Moment, ids: IdentifierBox,
        inboxEventsMax: UInt32 = .max, logsUsers: Bool = false,
        entropy: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.logsUsers = logsUsers
        self.ids = ids
        self.inboxEventsMax = max(1, inboxEventsMax)
        self.entropy = entropy
        super.init(on: connection, now: now)
    }

    /// Changes the store without waiting for the result. A failure of the database may surface
    /// later in the command, or at the commit.
    public func run(_ sql: SQL) throws(Refusal) {
        hasWritten = true
        if let fault { throw Refusal(hiding: fault) }
        do {
            try connection.change(sql)
        } catch {
            throw failed(error)
        }
    }

    /// Changes the store, and waits for the result.
    ///
    /// - Returns: the number of rows changed; with none, nothing was written.
    public func rowsChanged(_ sql: SQL) throws(Refusal) -> Int {
        let count = try perform(sql) { _ throws(StoreError) in }
        if count > 0 { hasWritten = true }
        return count
    }

    /// Whether ``foresee(_:)`` saves round trips: the database is on a server.
    public var foresees: Bool { connection.foresees }

    /// Sends queries together that this command will soon run, with the same statements and values:
    /// one round trip to the database's server instead of one for each.
    public func foresee(_ looks: [SQL]) throws(Refusal) {
        if let fault { throw Refusal(hiding: fault) }
        do {
            try connection.foresee(looks)
        } catch {
            throw failed(error)
        }
    }

    /// Refuses the caller, and keeps what was written: a failed attempt must be recorded, too. The
    /// command's own answer is not sent.
    public func refuse(_ refusal: Refusal) { verdict = refusal }

    /// Adds an entry to the event log, once the command is committed.
    public func record(_ kind: AccountRecord.Kind, of user: User.ID) {
        records.append(AccountRecord(kind, user))
    }

    /// Notes what users did, once the command is committed.
    public func note(_ record: UsageRecord) { usage.append(record) }

    /// Passes the command's signals on to the other nodes, in the same transaction.
    ///
    /// - Throws: when they could not be written; the transaction has a fault then.
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

    /// A new id, larger than every one before it and than `stored`, which may come from a node
    /// whose clock is ahead.
    ///
    /// For ids whose order decides something and that no sequence orders.
    public func makeID<Entity>(after stored: Identifier<Entity>?) -> Identifier<Entity> {
        if let stored { ids.goOn(after: stored.rawValue) }
        return makeID()
    }

    /// Unpredictable random bytes.
    public func randomBytes(_ count: Int) -> [UInt8] {
        entropy(count)
    }

    /// The next number of `sequence`; taken for good when the transaction commits.
    ///
    /// - Parameter id: the id of the numbered entity, if it has one already. In a sequence, ids
    ///   ascend with the numbers.
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

    /// Puts an event into the inboxes of `users` with this commit, and on their sockets after it.
    ///
    /// - Parameters:
    ///   - isKept: whether a feature refers to the event for good. Then it outlives the inboxes
    ///     that held it.
    ///   - live: what sockets receive instead, if the stored event is a reference; see
    ///     ``Catalog/replay(_:as:)``.
    /// - Returns: the event's id, for a fact that is stored as its event.
    @discardableResult
    public func deliver(
        _ body: ServerMessage.OneOf_Body, to users: [User.ID], isKept: Bool = false,
        live: ServerMessage.OneOf_Body? = nil
    ) throws(Refusal) -> Identifier<InboxEvent> {
        try deliver(to: users, isKept: isKept, live: live) { _ in body }
    }

    /// Delivers an event that has numbers of its own.
    ///
    /// - Parameters:
    ///   - sequences: the sequences that number it, besides the inboxes.
    ///   - make: receives its number in each of these sequences, in order, then its numbers in the
    ///     inboxes.
    @discardableResult
    public func deliver(
        to users: [User.ID], isKept: Bool = false, countedIn sequences: [Sequence] = [],
        live: ServerMessage.OneOf_Body? = nil, _ make: ([UInt32]) -> ServerMessage.OneOf_Body
    ) throws(Refusal) -> Identifier<InboxEvent> {
        // One array, filled in place: this is on the way of every event.
        var all = sequences
        all.reserveCapacity(sequences.count + users.count)
        for user in users { all.append(Inbox.sequence(of: user)) }
        let (numbers, id) = try next(of: all)
        let event = InboxEvent(make(numbers), atMilliseconds: now.unixMilliseconds)
        assert(
            event.field.map { ServerMessage.durableEvents[$0] != nil } == true,
            "no durable event of the schema")
        let references = isKept ? Inbox.forGood : Int64(users.count)
        try run(Inbox.insert(event, id: id, at: now, references: references))
        var recipients: [Delivery.Recipient] = []
        recipients.reserveCapacity(users.count)
        for (index, user) in users.enumerated() {
            let seq = numbers[sequences.count + index]
            recipients.append(Delivery.Recipient(user: user, seq: seq))
        }
        var rest = recipients[...]
        while !rest.isEmpty { try run(Inbox.insert(id, for: &rest)) }
        for recipient in recipients {
            try Inbox.cut(
                recipient.user, after: recipient.seq, keeping: inboxEventsMax, in: self)
        }
        let shown = live.map { InboxEvent($0, atMilliseconds: now.unixMilliseconds) }
        deliveries.append(Delivery(event: shown ?? event, recipients: recipients))
        return id
    }

    /// The next number of each sequence, and an id for the numbered entity. In each of the
    /// sequences, ids ascend with the numbers.
    private func next(
        of sequences: [Sequence]
    ) throws(Refusal) -> (numbers: [UInt32], id: Identifier<InboxEvent>) {
        hasWritten = true
        if let fault { throw Refusal(hiding: fault) }
        do {
            let taken = try connection.next(of: sequences) {
                let id: Identifier<InboxEvent> = makeID()
                return id.rawValue
            }
            return (taken.numbers, Identifier(rawValue: taken.id))
        } catch {
            throw failed(error)
        }
    }
}

/// The one source of ids of a writer, shared by its transactions.
public final class IdentifierBox {
    var source: IdentifierSource
    /// An upper bound of the ids made so far.
    public var last: Int64 { source.last }

    /// Continues with ids larger than `last`, which another node has made.
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
        /// The user whose inbox it is.
        public let user: User.ID
        /// The place in it: 1, 2, 3 …
        public let seq: UInt32
    }

    /// What happened, as sockets receive it.
    public let event: InboxEvent
    /// The inboxes that received it.
    public let recipients: [Recipient]
}
