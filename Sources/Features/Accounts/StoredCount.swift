import Kernel

/// How often something was done lately, in the store: a restart forgets none of it.
///
/// Counted is in windows that begin with the first time. What is counted is stored as a mark of
/// the server's key: nobody reads addresses or names out of it.
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

    /// Letters that tell an owner of changes.
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
        let (subject, last) = try standing(in: transaction)
        guard let last else {
            try transaction.run(
                """
                INSERT INTO mail_count (subject, since_ms, count)
                VALUES (\(subject), \(transaction.now), 1)
                ON CONFLICT (subject) DO UPDATE SET since_ms = excluded.since_ms, count = 1
                """)
            return nil
        }
        if let wait = wait(since: last, at: transaction.now) { return wait }
        try transaction.run("UPDATE mail_count SET count = count + 1 WHERE subject = \(subject)")
        return nil
    }

    /// How long until it may be done again; nil: now.
    func wait(in snapshot: Snapshot) throws(Refusal) -> Duration? {
        try standing(in: snapshot).last.flatMap { wait(since: $0, at: snapshot.now) }
    }

    private func wait(since last: (since: Moment, count: Int64), at now: Moment) -> Duration? {
        guard last.count >= most else { return nil }
        let end = last.since.advanced(by: window)
        return .milliseconds(end.unixMilliseconds - now.unixMilliseconds)
    }

    /// The mark of what is counted, and the window that has not ended.
    private func standing(
        in snapshot: Snapshot
    ) throws(Refusal) -> (subject: [UInt8], last: (since: Moment, count: Int64)?) {
        let subject = try ServerKey.read(in: snapshot).mark(Array(words.utf8), for: "mail")
        let query = Query<(since: Moment, count: Int64)>(
            "SELECT since_ms, count FROM mail_count WHERE subject = \(subject)"
        ) { columns throws(StoreError) in (try columns.moment(), try columns.integer()) }
        guard let last = try snapshot.first(query) else { return (subject, nil) }
        let begin = snapshot.now.advanced(by: .zero - window)
        // A clock that was set back must not make a window last.
        return (subject, last.since > begin && last.since <= snapshot.now ? last : nil)
    }
}
