import Kernel

/// How often something was done lately, in the store: a restart forgets none of it.
///
/// Counted is in windows that begin with the first time. What is counted is stored as a mark of
/// the server's key: nobody reads addresses or names out of it.
struct MailCount: Sendable {
    private let words: String
    private let most: Int
    private let window: Duration

    /// Letters with a code to an address.
    static func codes(to address: String, most: Int) -> Self {
        MailCount(words: "address \(address)", most: most, window: .seconds(3_600))
    }

    /// Letters with a code about an account.
    static func codes(of user: User.ID, most: Int) -> Self {
        MailCount(words: "codes \(user.rawValue)", most: most, window: .seconds(3_600))
    }

    /// Letters that tell an owner of changes.
    static func notices(of user: User.ID) -> Self {
        MailCount(
            words: "notices \(user.rawValue)", most: MailTerms.noticesPerHour,
            window: .seconds(3_600))
    }

    /// Codes that were tried. With 100 of them in a quarter of an hour the chance to hit one of
    /// 49 bits is one in five million million.
    static func attempts(at words: String) -> Self {
        MailCount(words: "attempts \(words)", most: 100, window: .seconds(900))
    }

    /// Counts once more.
    ///
    /// - Returns: how long until that may be; nil when it may, and was counted.
    func take(in transaction: Transaction) throws(Refusal) -> Duration? {
        let subjects = try ServerKeys.read(in: transaction).marks(Array(words.utf8), for: "mail")
        let now = transaction.now
        // An older key may have made the mark under which a window began.
        let query = Query<(Moment, Int64, [UInt8])>(
            """
            SELECT since_ms, count, subject FROM mail_count
            WHERE subject IN (\(SQL(listing: subjects))) ORDER BY since_ms DESC
            """
        ) { columns throws(StoreError) in
            (try columns.moment(), try columns.integer(), try columns.blob())
        }
        let last = try transaction.first(query)
        let begin = now.advanced(by: .zero - window)
        // A clock that was set back must not make a window last.
        if let (since, count, subject) = last, since > begin, since <= now {
            guard count < most else {
                let left = since.unixMilliseconds - begin.unixMilliseconds
                return .milliseconds(left)
            }
            try transaction.run(
                "UPDATE mail_count SET count = count + 1 WHERE subject = \(subject)")
            return nil
        }
        try transaction.run(
            """
            INSERT INTO mail_count (subject, since_ms, count) VALUES (\(subjects[0]), \(now), 1)
            ON CONFLICT (subject) DO UPDATE SET since_ms = excluded.since_ms, count = 1
            """)
        return nil
    }
}
