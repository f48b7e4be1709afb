import CSodium
import Kernel

/// A word that another program signs, so that the signature is good for this server, and once.
///
/// Nothing is stored when it is made: it says until when it is good, and carries the mark of the
/// server's key. Only used ones are stored, until they are over.
struct Nonce: Sendable {
    /// What one is good for: none is good for anything else.
    struct Kind: Sendable {
        fileprivate let purpose: StaticString
        /// Whom or what else it is for; empty: it is for any.
        fileprivate let subject: [UInt8]
        fileprivate let lifetime: Duration
        fileprivate let chanceCount: Int

        /// - Parameters:
        ///   - purpose: a word of its own.
        ///   - chanceCount: how many random bytes are in it.
        init(
            _ purpose: StaticString, for subject: [UInt8] = [], lifetime: Duration,
            chanceCount: Int
        ) {
            (self.purpose, self.subject) = (purpose, subject)
            (self.lifetime, self.chanceCount) = (lifetime, chanceCount)
        }

        /// Goes into an ID token: there is time to sign in at the issuer.
        static let identity = Kind("nonce", lifetime: .seconds(600), chanceCount: 16)
    }

    /// URL-safe base64.
    let text: String
    let expires: Moment

    static let migration = Migration(
        "accounts.5",
        """
        CREATE TABLE used_nonce (
            nonce TEXT NOT NULL PRIMARY KEY,
            expires_ms BIGINT NOT NULL
        ) {clustered};
        CREATE INDEX used_nonce_expiry ON used_nonce (expires_ms);
        """)

    /// A new one.
    init(_ kind: Kind = .identity, in transaction: Transaction) throws(Refusal) {
        expires = transaction.now.advanced(by: kind.lifetime)
        let head =
            expires.unixMilliseconds.bigEndianBytes + transaction.randomBytes(kind.chanceCount)
        let keys = try ServerKeys.read(in: transaction)
        text = Base64URL.text(head + keys.mark(head + kind.subject, for: kind.purpose))
    }

    /// Uses a nonce up.
    ///
    /// - Returns: false when it is none of ours, of another kind, over, or was used before.
    static func spend(
        _ text: String, _ kind: Kind = .identity, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        guard let expires = try expiry(of: text, kind, in: transaction) else { return false }
        return try transaction.rowsChanged(
            """
            INSERT INTO used_nonce (nonce, expires_ms) VALUES (\(text), \(expires))
            ON CONFLICT DO NOTHING
            """) > 0
    }

    /// Whether it could be used now: what else a token has to bring is only asked of one that is
    /// good.
    static func isGood(
        _ text: String, _ kind: Kind = .identity, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard try expiry(of: text, kind, in: snapshot) != nil else { return false }
        let used = Query<String>("SELECT nonce FROM used_nonce WHERE nonce = \(text)") {
            columns throws(StoreError) in try columns.text()
        }
        return try snapshot.first(used) == nil
    }

    /// Until when it is good; nil for one that is none of ours, or over.
    private static func expiry(
        of text: String, _ kind: Kind, in snapshot: Snapshot
    ) throws(Refusal) -> Moment? {
        let headCount = 8 + kind.chanceCount
        guard text.utf8.count < 128, let bytes = Base64URL.bytes(text),
            bytes.count == headCount + Int(crypto_auth_BYTES)
        else { return nil }
        let head = Array(bytes.prefix(headCount))
        let marks = try ServerKeys.read(in: snapshot).marks(head + kind.subject, for: kind.purpose)
        let mark = Array(bytes.suffix(Int(crypto_auth_BYTES)))
        let time = head.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let expires = Moment(unixMilliseconds: Int64(bitPattern: time))
        guard marks.contains(where: { sodium_memcmp($0, mark, mark.count) == 0 }),
            expires > snapshot.now
        else { return nil }
        return expires
    }

    /// Deletes used ones that have expired.
    static func prune(in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            DELETE FROM used_nonce WHERE nonce IN (
                SELECT nonce FROM used_nonce WHERE expires_ms <= \(transaction.now)
                ORDER BY expires_ms LIMIT 2000)
            """)
    }
}
