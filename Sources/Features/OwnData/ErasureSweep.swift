import Accounts
import Kernel
import Wire

/// Goes through everything that others were told, and takes out what names people who have left.
///
/// An inbox is without gaps, and what somebody was told lies in many: so the event stays with its
/// place and time, and loses its body. No index says which events name somebody: every event would
/// pay for it, and this is rare. A sweep looks at 2,000 a second, up to the newest event of when it
/// began, however many come meanwhile; those who leave meanwhile wait for the next.
struct ErasureSweep: Sendable {
    /// Rows looked at in one transaction, once a second.
    static let stepCount = 2_000
    /// Most people that one sweep looks for.
    private static let peopleMax = 50

    /// One step of the sweep that is under way, or the beginning of one.
    func advance(in transaction: Transaction) throws(Refusal) {
        let people = try transaction.all(
            .erasures(at: .swept, limit: Self.peopleMax))
        guard !people.isEmpty else { return try begin(in: transaction) }
        let names = SweptNames(people.map(\.username))
        guard let position = try transaction.first(Self.position) else { throw .fault }
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
    }

    private func begin(in transaction: Transaction) throws(Refusal) {
        let people = try transaction.all(
            .erasures(at: .waiting, limit: Self.peopleMax))
        guard !people.isEmpty else { return }
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
            INSERT INTO erasure_sweep (id, event_id, end_id, log_user, log_cid)
            VALUES (1, 0, \(newest), \(Int64.min), '')
            ON CONFLICT (id) DO UPDATE SET event_id = excluded.event_id,
                end_id = excluded.end_id, log_user = excluded.log_user,
                log_cid = excluded.log_cid
            """)
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
    }

    private static let position = Query<Position>(
        "SELECT event_id, end_id, log_user, log_cid FROM erasure_sweep WHERE id = 1"
    ) { columns throws(StoreError) in
        Position(
            event: try columns.id(), end: try columns.id(), logUser: try columns.id(),
            logCid: try columns.text())
    }
}

/// Names that are to be found in what is stored.
struct SweptNames: Sendable {
    private let names: Set<String>
    private let bytes: [[UInt8]]

    init(_ names: [String]) {
        self.names = Set(names)
        bytes = names.map { Array($0.utf8) }
    }

    /// Whether an event is about one of them, or from one. What others have written may mention
    /// anybody, and stays theirs.
    func areNamed(in event: InboxEvent) -> Bool {
        guard mayBeIn(event.stored), let body = event.body else { return false }
        return body.peopleNamed.contains { names.contains($0) }
    }

    /// Whether one of them is named in a reply that is kept, of whatever kind: a field is their
    /// name, or the key of a room with them.
    func areNamed(inReply reply: [UInt8]) -> Bool {
        guard mayBeIn(reply) else { return false }
        return reply.withUnsafeBytes { BinaryTexts.contains(in: $0, where: isName) }
    }

    private func isName(_ text: Substring) -> Bool {
        text.split(separator: ":", omittingEmptySubsequences: false)
            .contains { names.contains(String($0)) }
    }

    /// A look at the bytes alone: most events name nobody who is looked for.
    private func mayBeIn(_ stored: [UInt8]) -> Bool {
        stored.withUnsafeBytes { stored in bytes.contains { Self.contains($0, in: stored) } }
    }

    private static func contains(_ name: [UInt8], in stored: UnsafeRawBufferPointer) -> Bool {
        guard let first = name.first else { return false }
        var rest = stored[...]
        while rest.count >= name.count, let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: name) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
