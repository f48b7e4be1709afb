import Kernel
import WebAuthn
import Wire

/// A passkey of an account, as it is stored: nothing of it is a secret.
struct StoredPasskey: Sendable {
    /// Most of one account.
    static let most = 20

    /// By the authenticator's choice.
    let id: [UInt8]
    let user: User.ID
    /// The owner's.
    let username: String
    /// Whose passkey it is: that of another domain opens nothing.
    let domain: String
    /// As COSE writes it.
    let key: [UInt8]
    /// How often it has signed, by its own count; 0: it does not count.
    let counter: UInt32
    let name: String
    let transports: [String]
    let isBackedUp: Bool
    let created: Moment
    /// Nil: not since it was added.
    let used: Moment?

    static let migration = Migration(
        "accounts.passkeys",
        """
        CREATE TABLE passkey (
            id {blob} NOT NULL PRIMARY KEY,
            user_id BIGINT NOT NULL REFERENCES account (id),
            domain TEXT NOT NULL,
            public_key {blob} NOT NULL,
            counter BIGINT NOT NULL,
            name TEXT NOT NULL,
            transports TEXT NOT NULL,
            is_backed_up BIGINT NOT NULL,
            created_ms BIGINT NOT NULL,
            used_ms BIGINT
        ) {clustered};
        CREATE INDEX passkey_of_user ON passkey (user_id, created_ms);
        ALTER TABLE second_factor ADD COLUMN takes_passkeys BIGINT NOT NULL DEFAULT 0;
        """)

    static func forget(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        try transaction.run("DELETE FROM passkey WHERE user_id = \(user)")
    }

    /// As its owner sees it.
    var shown: Passkey {
        var shown = Passkey()
        (shown.id, shown.name) = (Base64URL.text(id), name)
        shown.created = created.timestamp
        if let used { shown.lastUsed = used.timestamp }
        (shown.backedUp, shown.transports, shown.rpID) = (isBackedUp, transports, domain)
        return shown
    }

    /// All that is stored of it.
    var whole: Passkey {
        var whole = shown
        (whole.publicKey, whole.counter) = (Base64URL.text(key), counter)
        return whole
    }
}

extension Query where Row == StoredPasskey {
    private static func passkeys(where condition: SQL) -> Self {
        Query(
            """
            SELECT p.id, p.user_id, a.username, p.domain, p.public_key, p.counter, p.name,
                p.transports, p.is_backed_up, p.created_ms, p.used_ms
            FROM passkey p JOIN account a ON a.id = p.user_id
            WHERE \(condition) ORDER BY p.created_ms, p.id
            """
        ) { columns throws(StoreError) in
            StoredPasskey(
                id: try columns.blob(), user: try columns.id(), username: try columns.text(),
                domain: try columns.text(), key: try columns.blob(),
                counter: UInt32(clamping: try columns.integer()), name: try columns.text(),
                transports: try columns.text().split(separator: " ").map(String.init),
                isBackedUp: try columns.integer() != 0, created: try columns.moment(),
                used: try columns.optionalMoment())
        }
    }

    /// The passkey with this id; whosever it is.
    static func passkey(_ id: [UInt8]) -> Self { passkeys(where: "p.id = \(id)") }

    /// Those of a user, the oldest first.
    static func passkeys(of user: User.ID) -> Self { passkeys(where: "p.user_id = \(user)") }
}
