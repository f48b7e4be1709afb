public import Wire

/// One command's view of the store, to be read and changed: all of it happens, or nothing.
public final class Transaction: Snapshot {
    /// Events for inboxes, in order; sent once the transaction is committed.
    public private(set) var deliveries: [Delivery] = []
    /// What goes into the event log when the command is done.
    public private(set) var records: [AccountRecord] = []
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

    /// Changes the store. Nobody waits for it: that the database could not do it may be known
    /// only later in the command, or when all is to be kept.
    public func run(_ sql: SQL) throws(Refusal) {
        hasWritten = true
        if let fault { throw Refusal(hiding: fault) }
        do {
            try connection.change(sql)
        } catch {
            throw failed(error)
        }
    }

    /// Changes the store, and waits for it.
    ///
    /// - Returns: the number of rows changed; with none, nothing was written.
    public func rowsChanged(_ sql: SQL) throws(Refusal) -> Int {
        let count = try perform(sql) { _ throws(StoreError) in }
        if count > 0 { hasWritten = true }
        return count
    }

    /// Whether there is something to be gained by ``foresee(_:)``: the database is elsewhere.
    public var foresees: Bool { connection.foresees }

    /// Has looks taken together that this command will take soon, each by the same statement with
    /// the same values: one trip to a database that is elsewhere, instead of one for each.
    public func foresee(_ looks: [SQL]) throws(Refusal) {
        if let fault { throw Refusal(hiding: fault) }
        do {
            try connection.foresee(looks)
        } catch {
            throw failed(error)
        }
    }

    /// Refuses whoever asked, and keeps what was written: that somebody has tried is to be known
    /// of all the more when it was in vain. What the command answers otherwise is not sent.
    public func refuse(_ refusal: Refusal) { verdict = refusal }

    /// Notes something for the event log, once the command is committed.
    public func record(_ kind: AccountRecord.Kind, of user: User.ID) {
        records.append(AccountRecord(kind, user))
    }

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
        try deliver(to: users, isKept: isKept) { _ in body }
    }

    /// The same for an event that has numbers of its own.
    ///
    /// - Parameters:
    ///   - sequences: those that it is counted in, besides the inboxes.
    ///   - make: gets its number in each of them, in their order, and after them those in the
    ///     inboxes.
    @discardableResult
    public func deliver(
        to users: [User.ID], isKept: Bool = false, countedIn sequences: [Sequence] = [],
        _ make: ([UInt32]) -> ServerMessage.OneOf_Body
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
        deliveries.append(Delivery(event: event, recipients: recipients))
        return id
    }

    /// The next number of each sequence, and an id of what is numbered: of two in one of the
    /// sequences the later has the larger.
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
