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
}

/// An outside identity that opens an account.
struct StoredIdentity: Equatable, Sendable {
    let issuer: String
    let since: Moment
}

extension Query where Row == StoredIdentity {
    /// Those of a user, by issuer.
    static func identities(of user: User.ID) -> Self {
        Query(
            """
            SELECT issuer, since_ms FROM identity WHERE user_id = \(user) ORDER BY issuer
            """
        ) { columns throws(StoreError) in
            StoredIdentity(issuer: try columns.text(), since: try columns.moment())
        }
    }
}

extension Query where Row == User.ID {
    /// Whose account an identity opens.
    static func owner(of identity: OutsideIdentity) -> Self {
        Query(
            """
            SELECT user_id FROM identity
            WHERE issuer = \(identity.issuer) AND subject = \(identity.subject)
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}
