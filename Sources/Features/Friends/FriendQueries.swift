import Accounts
import Kernel
import Wire

enum FriendSchema {
    static let migrations = [
        Migration(
            "friends.1",
            """
            CREATE TABLE friendship (
                low BIGINT NOT NULL REFERENCES account (id),
                high BIGINT NOT NULL REFERENCES account (id),
                since_ms BIGINT NOT NULL,
                PRIMARY KEY (low, high),
                CHECK (low < high)
            ) {clustered};
            CREATE INDEX friendship_high ON friendship (high, low, since_ms);
            CREATE VIEW friend (user_id, friend_id, since_ms) AS
                SELECT low, high, since_ms FROM friendship
                UNION ALL
                SELECT high, low, since_ms FROM friendship;
            CREATE TABLE friend_request (
                sender BIGINT NOT NULL REFERENCES account (id),
                receiver BIGINT NOT NULL REFERENCES account (id),
                message TEXT NOT NULL,
                at_ms BIGINT NOT NULL,
                is_declined BIGINT NOT NULL,
                PRIMARY KEY (sender, receiver)
            ) {clustered};
            CREATE INDEX friend_request_receiver ON friend_request (receiver, at_ms);
            """),
        Migration(
            "friends.2",
            """
            CREATE TABLE block (
                blocker BIGINT NOT NULL REFERENCES account (id),
                blocked BIGINT NOT NULL REFERENCES account (id),
                PRIMARY KEY (blocker, blocked)
            ) {clustered};
            DROP INDEX friend_request_receiver;
            CREATE INDEX friend_request_pending ON friend_request (receiver, at_ms, sender)
                WHERE is_declined = 0;
            """),
        // For departures: finds a user in the requests and blocks of others.
        Migration(
            "friends.3",
            """
            CREATE INDEX friend_request_receiver ON friend_request (receiver);
            CREATE INDEX block_blocked ON block (blocked);
            """),
        // Bonds of any kind, one row for each pair and kind; friendships are those of kind 0.
        Migration(
            "friends.4",
            """
            CREATE TABLE bond (
                low BIGINT NOT NULL REFERENCES account (id),
                kind BIGINT NOT NULL,
                high BIGINT NOT NULL REFERENCES account (id),
                since_ms BIGINT NOT NULL,
                PRIMARY KEY (low, kind, high),
                CHECK (low < high)
            ) {clustered};
            INSERT INTO bond (low, kind, high, since_ms)
                SELECT low, 0, high, since_ms FROM friendship;
            DROP VIEW friend;
            DROP TABLE friendship;
            CREATE INDEX bond_high ON bond (high, kind, low, since_ms);
            CREATE VIEW friendship (low, high, since_ms) AS
                SELECT low, high, since_ms FROM bond WHERE kind = 0;
            CREATE VIEW relation (user_id, kind, other_id, since_ms) AS
                SELECT low, kind, high, since_ms FROM bond
                UNION ALL
                SELECT high, kind, low, since_ms FROM bond;
            CREATE VIEW friend (user_id, friend_id, since_ms) AS
                SELECT low, high, since_ms FROM bond WHERE kind = 0
                UNION ALL
                SELECT high, low, since_ms FROM bond WHERE kind = 0;
            """),
    ]
}

/// A request as it is stored. A declined one stays, unseen by its receiver, so that its sender
/// cannot tell it from a pending one (Z15); so does a request to a user who has blocked the sender.
struct StoredRequest: Equatable, Sendable {
    let message: String
    let isDeclined: Bool
}

extension Query where Row == StoredRequest {
    static func request(from sender: User.ID, to receiver: User.ID) -> Self {
        Query(
            """
            SELECT message, is_declined FROM friend_request
            WHERE sender = \(sender) AND receiver = \(receiver)
            """
        ) { columns throws(StoreError) in
            StoredRequest(message: try columns.text(), isDeclined: try columns.flag())
        }
    }
}

extension Query where Row == PendingRequest {
    private static func decode(_ columns: inout Columns) throws(StoreError) -> PendingRequest {
        var request = PendingRequest()
        request.user = try UserProfile(from: &columns)
        request.message = try columns.text()
        request.at = try columns.moment().timestamp
        return request
    }

    static func incoming(to receiver: User.ID, limit: Int) -> Self {
        Query(
            """
            SELECT a.username, a.display_name, a.avatar, r.message, r.at_ms
            FROM friend_request r JOIN person a ON a.id = r.sender
            WHERE r.receiver = \(receiver) AND r.is_declined = 0
            ORDER BY r.at_ms, r.sender LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// Requests to a user, by username; declined ones are never shown.
    static func incoming(to receiver: User.ID, after: String, limit: Int) -> Self {
        Query(
            """
            SELECT a.username, a.display_name, a.avatar, r.message, r.at_ms
            FROM friend_request r JOIN person a ON a.id = r.sender
            WHERE r.receiver = \(receiver) AND r.is_declined = 0 AND a.username > \(after)
            ORDER BY a.username LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// Requests of a user, by username.
    static func outgoing(from sender: User.ID, after: String, limit: Int) -> Self {
        Query(
            """
            SELECT a.username, a.display_name, a.avatar, r.message, r.at_ms
            FROM friend_request r JOIN person a ON a.id = r.receiver
            WHERE r.sender = \(sender) AND a.username > \(after)
            ORDER BY a.username LIMIT \(Int64(limit))
            """, decode: decode)
    }

    static func outgoing(from sender: User.ID) -> Self {
        Query(
            """
            SELECT a.username, a.display_name, a.avatar, r.message, r.at_ms
            FROM friend_request r JOIN person a ON a.id = r.receiver
            WHERE r.sender = \(sender)
            ORDER BY r.at_ms, r.receiver
            """, decode: decode)
    }
}

/// A friend, as the friends list shows one.
struct ListedFriend: Sendable {
    let id: User.ID
    let profile: UserProfile
    let since: Moment
    /// When the friend was last online, as far as it is stored.
    let lastSeen: Moment?
}

extension Query where Row == ListedFriend {
    /// All friends, by username.
    ///
    /// Without a LIMIT, for which SQLite would sort in a table of its own: 26 us for 20 friends
    /// instead of 39, compared once (docs/decisions/0018).
    static func friends(of user: User.ID) -> Self {
        listed("WHERE f.user_id = \(user) ORDER BY a.username")
    }

    /// Friends by username.
    ///
    /// - Parameter after: only names after this one.
    static func friends(of user: User.ID, after: String, limit: Int) -> Self {
        listed(
            """
            WHERE f.user_id = \(user) AND a.username > \(after)
            ORDER BY a.username LIMIT \(Int64(limit))
            """)
    }

    private static func listed(_ which: SQL) -> Self {
        Query(
            """
            SELECT a.id, a.username, a.display_name, a.avatar, f.since_ms, l.seen_ms
            FROM friend f JOIN person a ON a.id = f.friend_id
                LEFT JOIN last_seen l ON l.user_id = f.friend_id
            \(which)
            """
        ) { columns throws(StoreError) in
            ListedFriend(
                id: try columns.id(), profile: try UserProfile(from: &columns),
                since: try columns.moment(), lastSeen: try columns.optionalMoment())
        }
    }
}

extension Query where Row == Account {
    /// A user by name, if a friend of `user`.
    static func friend(named username: String, of user: User.ID) -> Self {
        account(
            named: username,
            where: """
                EXISTS (
                    SELECT 1 FROM friendship
                    WHERE low = CASE WHEN named.id < \(user) THEN named.id ELSE \(user) END
                        AND high = CASE WHEN named.id < \(user) THEN \(user) ELSE named.id END
                )
                """)
    }
}

extension Query where Row == Moment {
    /// Since when the two are friends; no row if they are not.
    static func friendship(of pair: UserPair) -> Self {
        Query(
            "SELECT since_ms FROM friendship WHERE low = \(pair.low) AND high = \(pair.high)"
        ) { columns throws(StoreError) in try columns.moment() }
    }
}

/// How many there are of something.
struct Count: Equatable, Sendable {
    let value: Int64
}

extension Query where Row == Count {
    private static func count(_ sql: SQL) -> Self {
        Query(sql) { columns throws(StoreError) in Count(value: try columns.integer()) }
    }

    /// Requests that a user has not answered.
    static func requestCount(to user: User.ID) -> Self {
        count(
            "SELECT count(*) FROM friend_request WHERE receiver = \(user) AND is_declined = 0")
    }

    static func friendCount(of user: User.ID) -> Self {
        count("SELECT count(*) FROM friend WHERE user_id = \(user)")
    }

    /// Requests without an answer, or with one that their sender does not know.
    static func requestCount(from sender: User.ID) -> Self {
        count("SELECT count(*) FROM friend_request WHERE sender = \(sender)")
    }

    /// The number of users that a user has blocked, as the list shows them.
    static func blockCount(by user: User.ID) -> Self {
        count(
            """
            SELECT count(*) FROM block b JOIN person a ON a.id = b.blocked
            WHERE b.blocker = \(user)
            """)
    }
}
