import Accounts
import Kernel
import Wire

/// Searches everything that others have received, and blanks what names departed users.
///
/// An inbox has no gaps, and an event that a user has received lies in many: so the event keeps its
/// place and time, and loses its body. No index says which events name a user: every event would
/// pay for it, and erasure is rare. So a sweep reads all events up to the newest at its beginning:
/// in small steps, for all users who have left meanwhile together, and once an hour at most.
struct ErasureSweep: Sendable {
    /// From the beginning of a sweep to that of the next.
    static let interval = Duration.seconds(3600)
    /// Rows looked at in one transaction, a millisecond or two of the writer. Fewer commands fit
    /// into the commit that lies between two steps: so a sweep comes to the end of the replies.
    private static let stepCount = 500
    /// Most users that one sweep searches for.
    private static let peopleMax = 1_000

    /// Knows which users an event names.
    let events: Events

    /// One step of the sweep that is under way, or the beginning of one.
    ///
    /// - Returns: whether there was anything to do.
    func advance(in transaction: Transaction) throws(Refusal) -> Bool {
        let people = try transaction.all(.erasures(at: .swept, limit: Self.peopleMax))
        let position = try transaction.first(Self.position)
        guard !people.isEmpty else { return try begin(after: position, in: transaction) }
        guard let position else { throw .fault }
        let names = SweptNames(people.map(\.username), events)
        if let last = try sweepEvents(position, for: names, in: transaction) {
            try transaction.run("UPDATE erasure_sweep SET event_id = \(last) WHERE id = 1")
        } else if let last = try CommandLogSweep.step(
            after: (position.logUser, position.logCid), limit: Self.stepCount, in: transaction,
            where: names.areNamed(inReply:))
        {
            try transaction.run(
                """
                UPDATE erasure_sweep SET log_user = \(last.user), log_cid = \(last.cid)
                WHERE id = 1
                """)
        } else {
            try transaction.run(
                "DELETE FROM erasure WHERE stage = \(ErasureStage.swept.rawValue)")
        }
        return true
    }

    private func begin(
        after last: Position?, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let now = transaction.now
        // One that began later than now did so before the clock was set back.
        if let last, last.begun <= now, now < last.begun.advanced(by: Self.interval) {
            return false
        }
        let people = try transaction.all(.erasures(at: .waiting, limit: Self.peopleMax))
        guard !people.isEmpty else { return false }
        for person in people {
            try transaction.run(
                """
                UPDATE erasure SET stage = \(ErasureStage.swept.rawValue)
                WHERE user_id = \(person.user)
                """)
        }
        let newest = try transaction.first(Inbox.newest) ?? 0
        try transaction.run(
            """
            INSERT INTO erasure_sweep (id, event_id, end_id, log_user, log_cid, begun_ms)
            VALUES (1, 0, \(newest), \(Int64.min), '', \(now))
            ON CONFLICT (id) DO UPDATE SET event_id = excluded.event_id,
                end_id = excluded.end_id, log_user = excluded.log_user,
                log_cid = excluded.log_cid, begun_ms = excluded.begun_ms
            """)
        return true
    }

    /// - Returns: the last event looked at; nil when there are no more.
    private func sweepEvents(
        _ position: Position, for names: SweptNames, in transaction: Transaction
    ) throws(Refusal) -> Identifier<InboxEvent>? {
        let page = try transaction.all(
            Inbox.events(after: position.event, upTo: position.end, limit: Self.stepCount))
        for event in page where names.areNamed(in: event.event) {
            try Inbox.blank(event.id, in: transaction)
        }
        return page.last?.id
    }

    private struct Position: Sendable {
        let event: Identifier<InboxEvent>
        /// The last event that is looked at.
        let end: Identifier<InboxEvent>
        let logUser: User.ID
        let logCid: String
        let begun: Moment
    }

    private static let position = Query<Position>(
        "SELECT event_id, end_id, log_user, log_cid, begun_ms FROM erasure_sweep WHERE id = 1"
    ) { columns throws(StoreError) in
        Position(
            event: try columns.id(), end: try columns.id(), logUser: try columns.id(),
            logCid: try columns.text(), begun: try columns.moment())
    }
}

/// Names to be found in stored data.
struct SweptNames: Sendable {
    private let names: Set<String>
    private let events: Events

    init(_ names: [String], _ events: Events) {
        (self.names, self.events) = (Set(names), events)
    }

    /// Whether an event is about one of them, or from one. Texts of others may mention any user,
    /// and stay theirs.
    func areNamed(in event: InboxEvent) -> Bool {
        events.people(in: event).contains { names.contains($0) }
    }

    /// Whether a stored reply of any kind names one of them: a field is their name, or the key of a
    /// room with them.
    func areNamed(inReply reply: [UInt8]) -> Bool {
        reply.withUnsafeBytes { BinaryTexts.contains(in: $0, where: isName) }
    }

    private func isName(_ text: Substring) -> Bool {
        text.split(separator: ":", omittingEmptySubsequences: false)
            .contains { names.contains(String($0)) }
    }
}
