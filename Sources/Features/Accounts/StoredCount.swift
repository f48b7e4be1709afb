import Kernel

/// How often something was done lately, in the store: a restart forgets none of it.
///
/// Counts are kept in windows that begin with the first time. A subject is stored as a mark of the
/// server's key: addresses and names cannot be read from it.
struct StoredCount: Sendable {
    private let words: String
    private let most: Int
    private let window: Duration

    /// Letters with a code to an address.
    static func codes(to address: String, most: Int) -> Self {
        StoredCount(words: "address \(address)", most: most, window: .seconds(3_600))
    }

    /// Letters with a code about an account.
    static func codes(of user: User.ID, most: Int) -> Self {
        StoredCount(words: "codes \(user.rawValue)", most: most, window: .seconds(3_600))
    }

    /// Letters to an owner about changes.
    static func notices(of user: User.ID) -> Self {
        StoredCount(
            words: "notices \(user.rawValue)", most: MailTerms.noticesPerHour,
            window: .seconds(3_600))
    }

    /// Wrong codes of an authenticator, at one door of an account: of a million codes three are
    /// good at a time, so that 10 in an hour are right by chance once in four years.
    static func wrongCodes(at door: String) -> Self {
        StoredCount(words: "second factor \(door)", most: 10, window: .seconds(3_600))
    }

    /// Codes that were tried. With 100 of them in a quarter of an hour the chance to hit one of
    /// 49 bits is one in five million million.
    static func attempts(at words: String) -> Self {
        StoredCount(words: "attempts \(words)", most: 100, window: .seconds(900))
    }

    /// Counts once more.
    ///
    /// - Returns: how long until that may be; nil when it may, and was counted.
    func take(in transaction: Transaction) throws(Refusal) -> Duration? {
        let (subjects, last) = try standing(in: transaction)
        guard let last else {
            try transaction.run(
                """
                INSERT INTO mail_count (subject, since_ms, count)
                VALUES (\(subjects[0]), \(transaction.now), 1)
                ON CONFLICT (subject) DO UPDATE SET since_ms = excluded.since_ms, count = 1
                """)
            return nil
        }
        if let wait = wait(since: last, at: transaction.now) { return wait }
        try transaction.run(
            "UPDATE mail_count SET count = count + 1 WHERE subject = \(last.subject)")
        return nil
    }

    /// How long until it may be done again; nil: now.
    func wait(in snapshot: Snapshot) throws(Refusal) -> Duration? {
        try standing(in: snapshot).last.flatMap { wait(since: $0, at: snapshot.now) }
    }

    private func wait(since last: Window, at now: Moment) -> Duration? {
        guard last.count >= most else { return nil }
        let end = last.since.advanced(by: window)
        return .milliseconds(end.unixMilliseconds - now.unixMilliseconds)
    }

    /// One that has begun.
    private struct Window {
        let since: Moment
        let count: Int64
        let subject: [UInt8]
    }

    /// The marks of what is counted, the newest key's first, and the window that has not ended: an
    /// older key may have made the mark under which it began.
    private func standing(
        in snapshot: Snapshot
    ) throws(Refusal) -> (subjects: [[UInt8]], last: Window?) {
        let subjects = try ServerKeys.read(in: snapshot).marks(Array(words.utf8), for: "mail")
        let begin = snapshot.now.advanced(by: .zero - window)
        // A clock that was set back must not make a window last.
        let query = Query<Window>(
            """
            SELECT since_ms, count, subject FROM mail_count
            WHERE subject IN (\(SQL(listing: subjects)))
                AND since_ms > \(begin) AND since_ms <= \(snapshot.now)
            ORDER BY since_ms DESC
            """
        ) { columns throws(StoreError) in
            Window(
                since: try columns.moment(), count: try columns.integer(),
                subject: try columns.blob())
        }
        return (subjects, try snapshot.first(query))
    }
}
