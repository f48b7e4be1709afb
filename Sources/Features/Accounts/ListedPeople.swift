public import Kernel
public import Wire

/// Users who have chosen to be in the list of people (U11), by username: a table of its own, so
/// that a page of the list costs the same however many users are not in it.
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

    /// Adds a user to the list, or removes them.
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

    /// Removes a user from the list.
    static func forget(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        try transaction.run("DELETE FROM listed_person WHERE user_id = \(user)")
    }

    /// The first letter behind all that a username may have.
    private static let behindAll = "{"

    /// Users by username.
    ///
    /// The index is the primary key of `listed_person`; for all users, that of usernames.
    ///
    /// - Parameters:
    ///   - all: all users, and not only those who have chosen to be listed.
    ///   - prefix: the beginning of their usernames: letters, digits and `_`; empty: any.
    ///   - after: only names after this one.
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

    /// The user who has confirmed an address and chosen to be listed.
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
