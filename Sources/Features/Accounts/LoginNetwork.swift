import Kernel

/// The last few networks from which there was a log-in to an account with the right password.
///
/// An attacker who guesses from many networks can use up an account's attempts. A user on a network
/// with an earlier log-in is not hindered by that.
///
/// Of a network only a mark is stored, which cannot be made without this server's keys.
///
/// - Source: docs/decisions/0019
struct LoginNetwork {
    /// Most that are remembered of an account.
    private static let most = 8
    /// How long.
    private static let lifetime = Duration.seconds(180 * 86_400)

    static let migration = Migration(
        "accounts.networks",
        """
        CREATE TABLE login_network (
            user_id BIGINT NOT NULL,
            mark {blob} NOT NULL,
            seen_ms BIGINT NOT NULL,
            PRIMARY KEY (user_id, mark)
        ) {clustered};
        """)

    /// What is known of a network and an account.
    enum Standing {
        /// There was no log-in to the account from any network lately.
        case first
        case known
        case new
    }

    /// - Parameters:
    ///   - user: nil for an unknown user: looked up all the same, so that it takes as long.
    ///   - network: as `AttemptLimit` has it.
    static func standing(
        of network: UInt64, for user: User.ID?, in snapshot: Snapshot
    ) throws(Refusal) -> Standing {
        let user = user ?? 0
        let own = try marks(of: network, for: user, in: snapshot)
        let all = try snapshot.all(
            marks(of: user, since: snapshot.now.advanced(by: .zero - lifetime)))
        return all.isEmpty ? .first : all.contains(where: own.contains) ? .known : .new
    }

    /// Records a log-in from a network.
    static func note(
        _ network: UInt64, for user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        let own = try marks(of: network, for: user, in: transaction)
        // Replaces the mark of an older key.
        try transaction.run(
            """
            DELETE FROM login_network
            WHERE user_id = \(user) AND mark IN (\(SQL(listing: Array(own.dropFirst()))))
            """)
        try transaction.run(
            """
            INSERT INTO login_network (user_id, mark, seen_ms)
            VALUES (\(user), \(own[0]), \(transaction.now))
            ON CONFLICT (user_id, mark) DO UPDATE SET seen_ms = excluded.seen_ms
            """)
        try transaction.run(
            """
            DELETE FROM login_network WHERE user_id = \(user) AND mark NOT IN (
                SELECT mark FROM login_network WHERE user_id = \(user)
                ORDER BY seen_ms DESC, mark LIMIT \(Int64(most)))
            """)
    }

    static func forget(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        try transaction.run("DELETE FROM login_network WHERE user_id = \(user)")
    }

    /// By each key, the newest first.
    private static func marks(
        of network: UInt64, for user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> [[UInt8]] {
        let words = [UInt64(bitPattern: user.rawValue), network].flatMap { word in
            withUnsafeBytes(of: word.bigEndian) { Array($0) }
        }
        return try ServerKeys.read(in: snapshot).marks(words, for: "login network")
    }

    private static func marks(of user: User.ID, since: Moment) -> Query<[UInt8]> {
        Query(
            """
            SELECT mark FROM login_network WHERE user_id = \(user) AND seen_ms > \(since)
            """
        ) { columns throws(StoreError) in try columns.blob() }
    }
}
