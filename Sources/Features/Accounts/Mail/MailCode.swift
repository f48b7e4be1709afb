import Kernel
import Wire

/// A word that is mailed to a user, and proves that the mail has arrived: good for 15 minutes from
/// when it leaves, and once.
///
/// It is made when its letter leaves, so that no copy of the data contains a valid one. Its mark by
/// the server's key is stored. Several may be good at the same time: a code that a stranger
/// requests for an account does not void the owner's.
struct MailCode: Sendable {
    /// What it is good for. The words are stored.
    enum Topic: String, Sendable {
        /// The address is the owner's.
        case verify
        /// To set another password.
        case recover
    }

    /// How long it is good.
    static let lifetime = Duration.seconds(900)
    private static let count = 10

    /// Ten of 31 letters and digits: 49 bits.
    private let text: String

    /// A new one.
    init(in transaction: Transaction) {
        text = CodeWord.make(Self.count, in: transaction)
    }

    /// What a user has typed; nil if it cannot be a code.
    init?(typed: String) {
        guard let word = CodeWord.typed(typed, count: Self.count) else { return nil }
        text = word
    }

    /// As people read it: `abcde-fghjk`.
    var shown: String { CodeWord.shown(text, by: Self.count / 2) }

    /// What is stored of it: by each key, the newest first.
    func hashes(
        for topic: Topic, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> [[UInt8]] {
        let words = "\(topic.rawValue) \(user.rawValue) \(text)"
        return try ServerKeys.read(in: snapshot).marks(Array(words.utf8), for: "mail code")
    }
}

extension Query where Row == ExportRecord {
    /// Codes of a user that have left and are good, without their words.
    static func mailedCodes(of user: User.ID) -> Self {
        Query(
            """
            SELECT topic, address, expires_ms FROM mail_code c
            WHERE user_id = \(user) AND NOT EXISTS (SELECT 1 FROM letter l WHERE l.id = c.id)
            ORDER BY id LIMIT 100
            """
        ) { columns throws(StoreError) in
            var record = ExportRecord()
            record.letter.topic = try columns.text()
            record.letter.address = try columns.text()
            let end = try columns.moment()
            record.letter.at = end.advanced(by: .zero - MailCode.lifetime).timestamp
            return record
        }
    }
}

/// A code that was requested.
struct StoredCode: Equatable, Sendable {
    let id: Identifier<MailLetter>
    let address: String
}

extension StoredCode {
    /// Requests a code by mail. It is made when the letter leaves.
    ///
    /// - Throws: `.rateLimited` when the account or the address was mailed too often.
    static func request(
        _ topic: MailCode.Topic, of user: User.ID, to address: String, _ terms: MailTerms,
        in transaction: Transaction
    ) throws(Refusal) {
        let counts = [
            StoredCount.codes(of: user, most: terms.codesPerHour),
            StoredCount.codes(to: address, most: terms.codesPerHour),
        ]
        for count in counts {
            if let wait = try count.take(in: transaction) { throw .tooOften(wait) }
        }
        // The newest request determines the address: not the clocks of two nodes.
        let last = try last(for: topic, of: user, in: transaction)?.id
        let id = try MailLetter.post(
            topic.rawValue, about: user, to: address, after: last, in: transaction)
        // Until it leaves there is no code; the letter's own time ends it.
        let nothing: [UInt8] = []
        let end = transaction.now.advanced(by: MailSchema.lettersKept)
        try transaction.run(
            """
            INSERT INTO mail_code (id, user_id, topic, address, hash, expires_ms)
            VALUES (\(id), \(user), \(topic.rawValue), \(address), \(nothing), \(end))
            """)
    }

    /// The letter leaves now: makes its code.
    ///
    /// - Returns: nil when the code is no longer wanted.
    static func make(
        for letter: Identifier<MailLetter>, _ topic: MailCode.Topic, of user: User.ID,
        in transaction: Transaction
    ) throws(Refusal) -> MailCode? {
        let code = MailCode(in: transaction)
        let hash = try code.hashes(for: topic, of: user, in: transaction)[0]
        let end = transaction.now.advanced(by: MailCode.lifetime)
        let count = try transaction.rowsChanged(
            """
            UPDATE mail_code SET hash = \(hash), expires_ms = \(end)
            WHERE id = \(letter) AND user_id = \(user)
            """)
        return count > 0 ? code : nil
    }

    /// The code that was mailed and is good; nil if there is none.
    static func find(
        _ code: MailCode, for topic: MailCode.Topic, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> StoredCode? {
        let hashes = SQL(listing: try code.hashes(for: topic, of: user, in: snapshot))
        return try snapshot.first(
            codes(
                """
                SELECT id, address FROM mail_code
                WHERE user_id = \(user) AND topic = \(topic.rawValue) AND hash IN (\(hashes))
                    AND expires_ms > \(snapshot.now)
                """))
    }

    /// The last code that a user has requested.
    static func last(
        for topic: MailCode.Topic, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> StoredCode? {
        try snapshot.first(
            codes(
                """
                SELECT id, address FROM mail_code
                WHERE user_id = \(user) AND topic = \(topic.rawValue)
                    AND expires_ms > \(snapshot.now)
                ORDER BY id DESC LIMIT 1
                """))
    }

    /// Voids a user's codes of this topic. Those that have not left no longer will.
    static func void(
        _ topic: MailCode.Topic, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            "DELETE FROM mail_code WHERE user_id = \(user) AND topic = \(topic.rawValue)")
        try transaction.run(
            "DELETE FROM letter WHERE user_id = \(user) AND topic = \(topic.rawValue)")
    }

    private static func codes(_ sql: SQL) -> Query<StoredCode> {
        Query(sql) { columns throws(StoreError) in
            StoredCode(id: try columns.id(), address: try columns.text())
        }
    }
}
