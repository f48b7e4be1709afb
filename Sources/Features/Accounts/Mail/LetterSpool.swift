public import Kernel
import Wire

/// The letters that wait to be sent, for the courier.
///
/// A letter that is taken is due again after ``lease``: if the daemon ends before it has stored the
/// outcome, the letter is sent again.
public enum LetterSpool {
    /// How long a letter that was taken may be under way.
    public static let lease = Duration.seconds(180)

    /// What was taken.
    public struct Taken: Sendable {
        /// To be sent now.
        public var letters: [MailLetter] = []
        /// How many were given up, because their time was over.
        public var givenUpCount = 0
        /// Nothing yet.
        public init() {}
    }

    /// Whether a letter is due.
    public static func isDue(in snapshot: Snapshot) throws(Refusal) -> Bool {
        try snapshot.first(.due(at: snapshot.now, limit: 1)) != nil
    }

    /// Takes letters that are due, the oldest first, and writes them: codes are made now.
    ///
    /// - Parameters:
    ///   - limit: most that are taken.
    ///   - patience: how long a letter is tried.
    public static func take(
        atMost limit: Int, patience: Duration, in transaction: Transaction
    ) throws(Refusal) -> Taken {
        var taken = Taken()
        for row in try transaction.all(.due(at: transaction.now, limit: limit)) {
            guard transaction.now < row.made.advanced(by: patience) else {
                try drop(row.id, in: transaction)
                taken.givenUpCount += 1
                continue
            }
            guard let letter = try LetterText(of: row, in: transaction)?.letter(row) else {
                try drop(row.id, in: transaction)
                continue
            }
            try transaction.run(
                """
                UPDATE letter SET due_ms = \(transaction.now.advanced(by: lease)),
                    attempts = attempts + 1
                WHERE id = \(row.id)
                """)
            taken.letters.append(letter)
        }
        return taken
    }

    /// A letter was accepted by the mail server.
    public static func sent(
        _ letter: Identifier<MailLetter>, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run("DELETE FROM letter WHERE id = \(letter)")
    }

    /// A letter was refused for good: its code is void, too.
    public static func drop(
        _ letter: Identifier<MailLetter>, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run("DELETE FROM letter WHERE id = \(letter)")
        try transaction.run("DELETE FROM mail_code WHERE id = \(letter)")
    }

    /// A letter is to be tried again later.
    public static func retry(
        _ letter: Identifier<MailLetter>, after pause: Duration, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            UPDATE letter SET due_ms = \(transaction.now.advanced(by: pause))
            WHERE id = \(letter)
            """)
    }
}

/// A letter as it is stored.
struct StoredLetter: Sendable {
    let id: Identifier<MailLetter>
    let user: User.ID
    let username: String
    let address: String
    let topic: String
    let body: [UInt8]
    let made: Moment
    let attemptCount: Int
}

extension Query where Row == StoredLetter {
    /// Letters that are due, the longest due first.
    fileprivate static func due(at now: Moment, limit: Int) -> Self {
        letters(
            """
            SELECT l.id, l.user_id, a.username, l.address, l.topic, l.body, l.made_ms, l.attempts
            FROM letter l JOIN account a ON a.id = l.user_id
            WHERE l.due_ms <= \(now) ORDER BY l.due_ms, l.id LIMIT \(Int64(limit))
            """)
    }

    /// Letters about a user, oldest first.
    static func letters(about user: User.ID) -> Self {
        letters(
            """
            SELECT l.id, l.user_id, a.username, l.address, l.topic, l.body, l.made_ms, l.attempts
            FROM letter l JOIN account a ON a.id = l.user_id
            WHERE l.user_id = \(user) ORDER BY l.id LIMIT 100
            """)
    }

    private static func letters(_ sql: SQL) -> Self {
        Query(sql) { columns throws(StoreError) in
            StoredLetter(
                id: try columns.id(), user: try columns.id(), username: try columns.text(),
                address: try columns.text(), topic: try columns.text(), body: try columns.blob(),
                made: try columns.moment(), attemptCount: Int(try columns.count()))
        }
    }
}
