import Kernel
import Wire

/// The other secrets of a log-in: tokens that may replace its own, and those that were replaced.
///
/// A renewal must do no harm when its answer is lost, and a copy of a token must not stay good
/// unnoticed. So both the old token and the new one are good until the new one is used: only then
/// it is known to have arrived. A replaced token is remembered as long as the log-in: a client that
/// presents it after the overlap, or the holder of its successor, has a copy.
///
/// - Source: RFC 9700 §4.14.2; docs/decisions/0024.
enum SpareTokens {
    /// `ends_ms` of a token is its end at the latest; `expires_ms` comes earlier while it is not
    /// used. A spare one without `superseded_ms` was not used yet.
    static let migration = Migration(
        "accounts.rotation",
        """
        ALTER TABLE token ADD COLUMN used_ms BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE token ADD COLUMN ends_ms BIGINT NOT NULL DEFAULT 0;
        UPDATE token SET used_ms = created_ms, ends_ms = expires_ms;
        CREATE TABLE spare_token (
            id {id},
            token_id BIGINT NOT NULL REFERENCES token (id) ON DELETE CASCADE,
            secret_hash {blob} NOT NULL UNIQUE,
            made_ms BIGINT NOT NULL,
            ends_ms BIGINT NOT NULL,
            superseded_ms BIGINT
        );
        CREATE INDEX spare_token_of_token ON spare_token (token_id, made_ms);
        """)

    static let audits = [
        Audit(
            "a token expires when it ends at the latest",
            breaches: "SELECT count(*) FROM token WHERE expires_ms > ends_ms"),
        Audit(
            "a token that was replaced opens nothing",
            breaches: """
                SELECT count(*) FROM token t JOIN spare_token s ON s.secret_hash = t.secret_hash
                """),
    ]

    /// No token ends later than these terms say of one that is used now: so a shorter time counts
    /// from the start that brought it.
    static func settle(_ terms: TokenTerms, in transaction: Transaction) throws(Refusal) {
        let end = terms.end(at: transaction.now)
        try transaction.run("UPDATE token SET expires_ms = \(end) WHERE expires_ms > \(end)")
    }

    /// Records uses of tokens from the hub.
    static func note(
        _ use: TokenUse, _ terms: TokenTerms, in transaction: Transaction
    ) throws(Refusal) {
        let now = transaction.now
        switch use.kind {
        case .seen: break
        case .succeeded(let spare):
            guard let successor = try transaction.first(.successor(spare, of: use.token)) else {
                return
            }
            try promote(successor, spare, of: use.token, in: transaction)
        case .reused: return try end(use.token, in: transaction)
        }
        try transaction.run(
            """
            UPDATE token SET used_ms = \(now), expires_ms = CASE
                WHEN ends_ms < \(terms.end(at: now)) THEN ends_ms ELSE \(terms.end(at: now)) END
            WHERE id = \(use.token) AND expires_ms > \(now)
            """)
    }

    /// Exchanges the two. Spare tokens made earlier, and never used, are as old as the token: only
    /// a copy can present them. Later ones may still be on their way to the device.
    private static func promote(
        _ successor: Successor, _ spare: Identifier<SpareToken>, of token: Identifier<Token>,
        in transaction: Transaction
    ) throws(Refusal) {
        let now = transaction.now
        try transaction.run(
            """
            UPDATE spare_token SET superseded_ms = \(now)
            WHERE token_id = \(token) AND id <= \(spare) AND superseded_ms IS NULL
            """)
        try transaction.run(
            "UPDATE spare_token SET secret_hash = \(successor.current) WHERE id = \(spare)")
        try transaction.run(
            """
            UPDATE token SET secret_hash = \(successor.hash), ends_ms = \(successor.end)
            WHERE id = \(token)
            """)
    }

    /// The token was copied. Either holder may be the owner, so both are signed out.
    private static func end(
        _ token: Identifier<Token>, in transaction: Transaction
    ) throws(Refusal) {
        guard let (caller, device) = try transaction.first(.holder(of: token)) else { return }
        try transaction.run("DELETE FROM token WHERE id = \(token)")
        transaction.signal(.signedOut(caller))
        try AccountNotice.tell(.tokenReused, on: device, to: caller.user, in: transaction)
    }
}

/// A token that is to replace another.
struct Successor: Equatable, Sendable {
    let hash: [UInt8]
    let end: Moment
    /// Of the token that is replaced.
    let current: [UInt8]
}

extension Query where Row == Successor {
    /// Nil when it has replaced another already, or was left behind.
    fileprivate static func successor(
        _ spare: Identifier<SpareToken>, of token: Identifier<Token>
    ) -> Self {
        Query(
            """
            SELECT s.secret_hash, s.ends_ms, t.secret_hash
            FROM spare_token s JOIN token t ON t.id = s.token_id
            WHERE s.id = \(spare) AND s.token_id = \(token) AND s.superseded_ms IS NULL
            """
        ) { columns throws(StoreError) in
            Successor(
                hash: try columns.blob(), end: try columns.moment(), current: try columns.blob())
        }
    }
}

extension Query where Row == (Caller, String) {
    /// The user of a log-in, and its device.
    fileprivate static func holder(of token: Identifier<Token>) -> Self {
        Query(
            """
            SELECT t.user_id, a.username, t.id, t.device
            FROM token t JOIN account a ON a.id = t.user_id WHERE t.id = \(token)
            """
        ) { columns throws(StoreError) in
            let caller = Caller(
                user: try columns.id(), username: try columns.text(), token: try columns.id())
            return (caller, try columns.text())
        }
    }
}
