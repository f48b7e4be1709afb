public import Wire

// What it takes to forget a person: their own inbox, and what others were told.
extension Inbox {
    /// Most rows that go in one transaction.
    private static let batchCount: UInt32 = 500

    /// Deletes some of a user's inbox and of the replies that are kept for them; the inbox's
    /// newest event, too: there will be no more.
    ///
    /// - Returns: whether nothing is left.
    public static func erase(
        of departed: Departed, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let user = departed.user
        if let bounds = try transaction.first(bounds(of: user)), bounds.top >= bounds.floor {
            let end = min(bounds.top, bounds.floor + min(batchCount, bounds.top - bounds.floor)) + 1
            try forget(of: user, before: end, in: transaction)
            return false
        }
        let replies = try transaction.rowsChanged(
            """
            DELETE FROM command_log WHERE user_id = \(user) AND cid IN (
                SELECT cid FROM command_log WHERE user_id = \(user)
                ORDER BY cid LIMIT \(batchCount))
            """)
        try transaction.run("DELETE FROM inbox_mark WHERE user_id = \(user)")
        return replies < Int(batchCount)
    }

    /// A page of the events up to `end`, in the order in which they happened.
    public static func events(
        after last: Identifier<InboxEvent>, upTo end: Identifier<InboxEvent>, limit: Int
    ) -> Query<(id: Identifier<InboxEvent>, event: InboxEvent)> {
        Query(
            """
            SELECT id, body FROM event WHERE id > \(last) AND id <= \(end)
            ORDER BY id LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            (id: try columns.id(), event: InboxEvent(stored: try columns.blob()))
        }
    }

    /// The newest event of all; 0 when there is none.
    public static let newest = Query<Identifier<InboxEvent>>(
        "SELECT coalesce(max(id), 0) FROM event"
    ) { columns throws(StoreError) in try columns.id() }

    /// Takes from an event what it says. Its place in every inbox stays, and its time.
    public static func blank(
        _ event: Identifier<InboxEvent>, in transaction: Transaction
    ) throws(Refusal) {
        let time = Query<Moment>("SELECT at_ms FROM event WHERE id = \(event)") {
            columns throws(StoreError) in try columns.moment()
        }
        guard let at = try transaction.first(time) else { return }
        let blank = InboxEvent(blankAtMilliseconds: at.unixMilliseconds)
        try transaction.run("UPDATE event SET body = \(blank.stored) WHERE id = \(event)")
    }
}

/// Goes through the replies that are kept.
public enum CommandLogSweep {
    /// Looks at some replies behind `place`, and takes from those that `isNamed` is true of what
    /// they say, and what they answered. The row stays, or sending the command again would have
    /// an effect again: it is a conflict now.
    ///
    /// - Returns: the last place looked at; nil when there are no more.
    public static func step(
        after place: (user: User.ID, cid: String), limit: Int, in transaction: Transaction,
        where isNamed: ([UInt8]) -> Bool
    ) throws(Refusal) -> (user: User.ID, cid: String)? {
        let start = CommandLog.Key(user: place.user, cid: place.cid)
        let page = try transaction.all(CommandLog.replies(after: start, limit: limit))
        for row in page where isNamed(row.reply) {
            try transaction.run(CommandLog.blank(row.key))
        }
        return page.last.map { ($0.key.user, $0.key.cid) }
    }
}

extension CommandLog {
    fileprivate static func blank(_ key: Key) -> SQL {
        """
        UPDATE command_log SET command = 0, digest = 0, reply = \([UInt8]())
        WHERE user_id = \(key.user) AND cid = \(key.cid)
        """
    }

    fileprivate static func replies(
        after key: Key, limit: Int
    ) -> Query<(key: Key, reply: [UInt8])> {
        Query(
            """
            SELECT user_id, cid, reply FROM command_log
            WHERE (user_id, cid) > (\(key.user), \(key.cid))
            ORDER BY user_id, cid LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            let key = Key(user: try columns.id(), cid: try columns.text())
            return (key: key, reply: try columns.blob())
        }
    }
}
