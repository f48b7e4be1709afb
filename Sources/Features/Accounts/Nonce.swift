import CSodium
import Kernel

/// A word that goes into an ID token, so that the token is good for this server, and once.
///
/// Nothing is stored when it is made: it says until when it is good, and carries the mark of the
/// server's key. Only used ones are stored, until they are over.
struct Nonce: Sendable {
    /// How long there is to sign in at the issuer.
    static let lifetime = Duration.seconds(600)
    private static let purpose: StaticString = "nonce"
    private static let chanceCount = 16

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
    init(in transaction: Transaction) throws(Refusal) {
        expires = transaction.now.advanced(by: Self.lifetime)
        let head =
            expires.unixMilliseconds.bigEndianBytes + transaction.randomBytes(Self.chanceCount)
        let keys = try ServerKeys.read(in: transaction)
        text = Self.encode(head + keys.mark(head, for: Self.purpose))
    }

    /// Uses a nonce up.
    ///
    /// - Returns: false when it is none of ours, over, or was used before.
    static func spend(_ text: String, in transaction: Transaction) throws(Refusal) -> Bool {
        guard let expires = try expiry(of: text, in: transaction) else { return false }
        return try transaction.rowsChanged(
            """
            INSERT INTO used_nonce (nonce, expires_ms) VALUES (\(text), \(expires))
            ON CONFLICT DO NOTHING
            """) > 0
    }

    /// Whether it could be used now: what else a token has to bring is only asked of one that is
    /// good.
    static func isGood(_ text: String, in snapshot: Snapshot) throws(Refusal) -> Bool {
        guard try expiry(of: text, in: snapshot) != nil else { return false }
        let used = Query<String>("SELECT nonce FROM used_nonce WHERE nonce = \(text)") {
            columns throws(StoreError) in try columns.text()
        }
        return try snapshot.first(used) == nil
    }

    /// Until when it is good; nil for one that is none of ours, or over.
    private static func expiry(
        of text: String, in snapshot: Snapshot
    ) throws(Refusal) -> Moment? {
        let headCount = 8 + chanceCount
        guard let bytes = decode(text), bytes.count == headCount + Int(crypto_auth_BYTES) else {
            return nil
        }
        let head = Array(bytes.prefix(headCount))
        let marks = try ServerKeys.read(in: snapshot).marks(head, for: purpose)
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
                ORDER BY expires_ms LIMIT 200)
            """)
    }

    private static func encode(_ bytes: [UInt8]) -> String {
        let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count < 128 else { return nil }
        var bytes = [UInt8](repeating: 0, count: text.utf8.count)
        var count = 0
        let code = sodium_base642bin(
            &bytes, bytes.count, text, text.utf8.count, nil, &count, nil,
            sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        return code == 0 ? Array(bytes.prefix(count)) : nil
    }
}
