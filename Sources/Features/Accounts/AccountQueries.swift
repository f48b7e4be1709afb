public import Kernel

enum AccountSchema {
    static let migrations =
        [
            Migration(
                "accounts.1",
                """
                CREATE TABLE account (
                    id {id},
                    username TEXT NOT NULL UNIQUE,
                    email TEXT NOT NULL UNIQUE,
                    display_name TEXT NOT NULL,
                    password_hash TEXT NOT NULL,
                    created_ms BIGINT NOT NULL
                );
                CREATE TABLE token (
                    id {id},
                    user_id BIGINT NOT NULL REFERENCES account (id),
                    secret_hash {blob} NOT NULL UNIQUE,
                    device TEXT NOT NULL,
                    created_ms BIGINT NOT NULL,
                    expires_ms BIGINT NOT NULL
                );
                """),
            // A user who has not chosen has no row.
            Migration(
                "accounts.2",
                """
                CREATE TABLE privacy (
                    user_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
                    is_invisible BIGINT NOT NULL,
                    shares_typing BIGINT NOT NULL,
                    shares_receipts BIGINT NOT NULL
                ) {clustered};
                CREATE INDEX token_expiry ON token (expires_ms);
                """),
            Migration(
                "privacy.circle",
                "ALTER TABLE privacy ADD COLUMN posts_on_circle BIGINT NOT NULL DEFAULT 1;"),
            ServerKeys.migration, FormerUsername.migration, Nonce.migration, PicturePath.migration,
        ] + IdentitySchema.migrations + [
            // A user who has left has no display name, and is not shown: what is shown joins
            // `person`, never `account`. The index has only accounts that are being erased.
            Migration(
                "accounts.8",
                """
                CREATE VIEW person (id, username, display_name, avatar) AS
                    SELECT id, username, display_name, avatar FROM account
                    WHERE display_name <> '';
                CREATE INDEX account_departed ON account (id) WHERE display_name = '';
                """),
            Ban.migration, IdentitySchema.addressed, Addresses.migration, MailSchema.migration,
            LoginNetwork.migration, StoredSecondFactor.migration, SpareTokens.migration,
            ServerKeys.dated, ListedPeople.migration, Pseudonym.migration,
            Migration(
                "accounts.guests",
                "ALTER TABLE token ADD COLUMN is_guest BIGINT NOT NULL DEFAULT 0;"),
            // Names have one form: ``Normalizable``.
            Migration(
                "accounts.forms",
                """
                UPDATE token SET device = {nfc device} WHERE device <> {nfc device};
                UPDATE account SET display_name = {nfc display_name}
                    WHERE display_name <> {nfc display_name};
                """),
            Migration(
                "privacy.invitations",
                "ALTER TABLE privacy ADD COLUMN takes_invitations BIGINT NOT NULL DEFAULT 1;"),
            StoredPasskey.migration,
        ]
}

extension Query where Row == Account {
    private static func decode(_ columns: inout Columns) throws(StoreError) -> Account {
        Account(
            id: try columns.id(), username: try columns.text(), displayName: try columns.text(),
            email: try columns.text(), avatar: try columns.text())
    }

    private static func decodeOwn(_ columns: inout Columns) throws(StoreError) -> Account {
        var account = try decode(&columns)
        account.isEmailVerified = try columns.optionalInteger() != nil
        return account
    }

    /// Accounts by a statement that selects `id, username, display_name, address, avatar`.
    public static func accounts(_ sql: SQL) -> Self { Query(sql, decode: decode) }

    /// The account with exactly this username; a user who has left no longer has a display name.
    public static func account(named username: String) -> Self {
        Query(
            """
            SELECT id, username, display_name, address, avatar, verified_ms FROM account
            WHERE username = \(username) AND display_name <> ''
            """,
            decode: decodeOwn)
    }

    /// The same, under a condition. The condition is evaluated for an unknown username, too, with
    /// an id that no account has: its time does not disclose whether there is such a user.
    ///
    /// - Parameters:
    ///   - candidates: which accounts may be found.
    ///   - condition: about `named.id`.
    public static func account(
        named username: String, among candidates: SQL = "display_name <> ''",
        where condition: SQL
    ) -> Self {
        Query(
            """
            SELECT id, username, display_name, address, avatar, verified_ms FROM account
            WHERE id = (
                SELECT named.id FROM (
                    SELECT coalesce(
                        (SELECT id FROM account WHERE username = \(username) AND \(candidates)), 0
                    ) AS id
                ) AS named
                WHERE \(condition))
            """,
            decode: decodeOwn)
    }

    /// The account of a user.
    public static func account(of user: User.ID) -> Self {
        Query(
            """
            SELECT id, username, display_name, address, avatar, verified_ms FROM account
            WHERE id = \(user)
            """,
            decode: decodeOwn)
    }
}

/// The data that a log-in is checked against.
struct Credentials: Equatable, Sendable {
    let user: User.ID
    /// Nil: the account has no password.
    let passwordHash: String?

    fileprivate init(from columns: inout Columns) throws(StoreError) {
        user = try columns.id()
        let hash = try columns.text()
        passwordHash = hash.isEmpty ? nil : hash
    }
}

extension Query where Row == Credentials {
    /// The account whose username or e-mail is `login`: a username has no @.
    static func credentials(login: String) -> Self {
        Query(
            """
            SELECT id, password_hash FROM account
            WHERE username = \(login) OR email = \(login.lowercased())
            """
        ) { columns throws(StoreError) in
            try Credentials(from: &columns)
        }
    }

    /// The same, where an address has to be confirmed before it opens anything.
    static func credentials(provenLogin login: String) -> Self {
        Query(
            """
            SELECT id, password_hash FROM account
            WHERE username = \(login)
                OR (email = \(login.lowercased()) AND verified_ms IS NOT NULL)
            """
        ) { columns throws(StoreError) in
            try Credentials(from: &columns)
        }
    }

    /// The credentials of a user.
    static func credentials(of user: User.ID) -> Self {
        Query("SELECT id, password_hash FROM account WHERE id = \(user)") {
            columns throws(StoreError) in try Credentials(from: &columns)
        }
    }
}

extension Query where Row == Identifier<Token> {
    /// The log-in itself, unless it has ended.
    static func logIn(_ token: Identifier<Token>) -> Self {
        Query("SELECT id FROM token WHERE id = \(token)") { columns throws(StoreError) in
            try columns.id()
        }
    }
}
