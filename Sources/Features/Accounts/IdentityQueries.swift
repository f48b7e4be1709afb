import Kernel

enum IdentitySchema {
    static let migrations = [
        // One identity of each issuer for an account; none for two accounts.
        Migration(
            "accounts.6",
            """
            CREATE TABLE identity (
                issuer TEXT NOT NULL,
                subject TEXT NOT NULL,
                user_id BIGINT NOT NULL REFERENCES account (id),
                since_ms BIGINT NOT NULL,
                PRIMARY KEY (issuer, subject)
            ) {clustered};
            CREATE UNIQUE INDEX identity_user ON identity (user_id, issuer);
            CREATE INDEX token_of_user ON token (user_id);
            """)
    ]

    /// Another issuer under the same name opens no account. An identity whose issuer's address is
    /// not known yet gets it at the next start (``IdentityCommands/settle(in:)``).
    static let addressed = Migration(
        "accounts.10",
        """
        CREATE TABLE outside_identity (
            issuer TEXT NOT NULL,
            address TEXT NOT NULL,
            subject TEXT NOT NULL,
            user_id BIGINT NOT NULL REFERENCES account (id),
            since_ms BIGINT NOT NULL,
            PRIMARY KEY (issuer, address, subject)
        ) {clustered};
        CREATE UNIQUE INDEX outside_identity_user ON outside_identity (user_id, issuer);
        INSERT INTO outside_identity (issuer, address, subject, user_id, since_ms)
            SELECT issuer, '', subject, user_id, since_ms FROM identity;
        DROP TABLE identity;
        """)
}

/// An outside identity that was linked to an account; it opens that while its issuer is trusted.
struct StoredIdentity: Equatable, Sendable {
    /// The issuer's name when it was linked.
    let issuer: String
    /// The issuer's own address then.
    let address: String
    let subject: String
    let since: Moment
}

extension Query where Row == StoredIdentity {
    /// The identities of a user, by issuer.
    static func identities(of user: User.ID) -> Self {
        Query(
            """
            SELECT issuer, address, subject, since_ms FROM outside_identity
            WHERE user_id = \(user) ORDER BY issuer
            """
        ) { columns throws(StoreError) in
            StoredIdentity(
                issuer: try columns.text(), address: try columns.text(),
                subject: try columns.text(), since: try columns.moment())
        }
    }
}

extension Query where Row == User.ID {
    /// The user whose account an identity opens.
    static func owner(of identity: OutsideIdentity) -> Self {
        Query(
            """
            SELECT user_id FROM outside_identity
            WHERE issuer = \(identity.issuer) AND address = \(identity.address)
                AND subject = \(identity.subject)
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}
