public import Kernel
public import Wire

/// People who have chosen to be in the list of people (U11), by username: a table of its own, so
/// that a page of the list costs the same however many are not in it.
public enum ListedPeople {
    static let migration = Migration(
        "privacy.listed",
        """
        ALTER TABLE privacy ADD COLUMN is_listed BIGINT NOT NULL DEFAULT 0;
        CREATE TABLE listed_person (
            username TEXT NOT NULL PRIMARY KEY,
            user_id BIGINT NOT NULL UNIQUE REFERENCES account (id)
        ) {clustered};
        """)

    /// Somebody wants to be listed, or no longer does.
    static func list(
        _ caller: Caller, _ isListed: Bool, in transaction: Transaction
    ) throws(Refusal) {
        guard isListed else { return try forget(caller.user, in: transaction) }
        try transaction.run(
            """
            INSERT INTO listed_person (username, user_id)
            VALUES (\(caller.username), \(caller.user)) ON CONFLICT DO NOTHING
            """)
    }

    /// Somebody leaves.
    static func forget(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        try transaction.run("DELETE FROM listed_person WHERE user_id = \(user)")
    }

    /// The first letter behind all that a username may have.
    private static let behindAll = "{"

    /// People by username.
    ///
    /// The index is the primary key of `listed_person`; that of usernames, for everybody.
    ///
    /// - Parameters:
    ///   - all: everybody, and not only those who have chosen to be listed.
    ///   - prefix: with which their usernames begin: letters, digits and `_`; empty: any.
    ///   - after: those behind this name.
    public static func page(
        all: Bool, prefix: String, after: String, limit: Int
    ) -> Query<(id: User.ID, profile: UserProfile)> {
        let (start, end) = (prefix, prefix + behindAll)
        let limit = Int64(limit)
        return query(
            all
                ? """
                SELECT id, username, display_name, avatar FROM person
                WHERE username >= \(start) AND username > \(after) AND username < \(end)
                ORDER BY username LIMIT \(limit)
                """
                : """
                SELECT a.id, a.username, a.display_name, a.avatar
                FROM listed_person l JOIN person a ON a.id = l.user_id
                WHERE l.username >= \(start) AND l.username > \(after) AND l.username < \(end)
                ORDER BY l.username LIMIT \(limit)
                """)
    }

    /// Who has confirmed an address and chosen to be listed.
    ///
    /// - Parameter address: in small letters.
    public static func owner(
        of address: String
    ) -> Query<(id: User.ID, profile: UserProfile)> {
        query(
            """
            SELECT a.id, a.username, a.display_name, a.avatar
            FROM account a JOIN listed_person l ON l.user_id = a.id
            WHERE a.email = \(address) AND a.verified_ms IS NOT NULL AND a.display_name <> ''
            """)
    }

    private static func query(_ sql: SQL) -> Query<(id: User.ID, profile: UserProfile)> {
        Query(sql) { columns throws(StoreError) in
            let id: User.ID = try columns.id()
            return (id: id, profile: try UserProfile(from: &columns))
        }
    }
}
