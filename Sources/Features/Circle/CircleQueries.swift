import Friends
import Kernel
import Wire

enum CircleSchema {
    /// A post's `twin` is the other's post about the same overlap. A `circle_deed` is what one of
    /// the two has said about it, and which post came of it, even if that is gone: so that there
    /// is never a second. Blocks hide both ways.
    static let migrations = [
        Migration(
            "circle.posts",
            """
            CREATE TABLE circle_post (
                id {id},
                author BIGINT NOT NULL REFERENCES account (id),
                companion BIGINT REFERENCES account (id),
                twin BIGINT,
                activity TEXT NOT NULL,
                body TEXT NOT NULL,
                at_ms BIGINT NOT NULL
            );
            CREATE INDEX circle_post_author ON circle_post (author, id);
            CREATE INDEX circle_post_companion ON circle_post (companion, id);
            CREATE TABLE circle_deed (
                overlap_id BIGINT NOT NULL,
                user_id BIGINT NOT NULL REFERENCES account (id),
                is_confirmed BIGINT NOT NULL,
                body TEXT NOT NULL,
                post_id BIGINT,
                at_ms BIGINT NOT NULL,
                PRIMARY KEY (overlap_id, user_id)
            ) {clustered};
            CREATE INDEX circle_deed_user ON circle_deed (user_id);
            CREATE INDEX circle_deed_age ON circle_deed (at_ms);
            CREATE TABLE circle_like (
                post_id BIGINT NOT NULL REFERENCES circle_post (id),
                user_id BIGINT NOT NULL REFERENCES account (id),
                PRIMARY KEY (post_id, user_id)
            ) {clustered};
            CREATE INDEX circle_like_user ON circle_like (user_id, post_id);
            CREATE TABLE circle_comment (
                id {id},
                post_id BIGINT NOT NULL REFERENCES circle_post (id),
                author BIGINT NOT NULL REFERENCES account (id),
                body TEXT NOT NULL,
                at_ms BIGINT NOT NULL
            );
            CREATE INDEX circle_comment_post ON circle_comment (post_id, id);
            CREATE INDEX circle_comment_author ON circle_comment (author, id);
            CREATE INDEX circle_blocked ON block (blocked, blocker);
            CREATE VIEW circle_hidden (user_id, other_id) AS
                SELECT blocker, blocked FROM block UNION ALL SELECT blocked, blocker FROM block;
            """),
        // How many comments one person has made on a post. What people did about a post: an act
        // has its own id among those of its kind on that post.
        Migration(
            "circle.acts",
            """
            CREATE INDEX circle_comment_own ON circle_comment (post_id, author);
            CREATE VIEW circle_act (post_id, kind, id, actor) AS
                SELECT post_id, 0, user_id, user_id FROM circle_like
                UNION ALL SELECT post_id, 1, id, author FROM circle_comment;
            """),
        // Who has left is hidden from everybody, which is 0 here, until nothing of them is left.
        Migration(
            "circle.departed",
            """
            DROP VIEW circle_hidden;
            CREATE VIEW circle_hidden (user_id, other_id) AS
                SELECT blocker, blocked FROM block UNION ALL SELECT blocked, blocker FROM block
                UNION ALL SELECT 0, id FROM account WHERE display_name = '';
            """),
        // What somebody did about a post is a row with a number, so that nobody's comments are
        // walked to be counted. Neither acts nor comments refer to their post, which goes at once:
        // until they have followed it, its id is in `circle_removed`. Who has left is asked for one
        // by one, as everywhere: a list of them grows with those who leave.
        Migration(
            "circle.numbers",
            """
            DROP VIEW circle_act;
            CREATE TABLE circle_act (
                post_id BIGINT NOT NULL,
                kind BIGINT NOT NULL,
                actor BIGINT NOT NULL REFERENCES account (id),
                count BIGINT NOT NULL,
                PRIMARY KEY (post_id, kind, actor)
            ) {clustered};
            INSERT INTO circle_act (post_id, kind, actor, count)
                SELECT post_id, 0, user_id, 1 FROM circle_like
                UNION ALL
                SELECT post_id, 1, author, count(*) FROM circle_comment GROUP BY post_id, author;
            CREATE INDEX circle_act_actor ON circle_act (actor, kind, post_id);
            DROP TABLE circle_like;
            CREATE TABLE circle_said (
                id {id},
                post_id BIGINT NOT NULL,
                author BIGINT NOT NULL REFERENCES account (id),
                body TEXT NOT NULL,
                at_ms BIGINT NOT NULL
            );
            INSERT INTO circle_said SELECT id, post_id, author, body, at_ms FROM circle_comment;
            DROP TABLE circle_comment;
            ALTER TABLE circle_said RENAME TO circle_comment;
            CREATE INDEX circle_comment_post ON circle_comment (post_id, id);
            CREATE INDEX circle_comment_author ON circle_comment (author, id);
            CREATE INDEX circle_comment_own ON circle_comment (post_id, author);
            CREATE TABLE circle_removed (post_id BIGINT NOT NULL PRIMARY KEY) {clustered};
            DROP VIEW circle_hidden;
            CREATE VIEW circle_hidden (user_id, other_id) AS
                SELECT blocker, blocked FROM block UNION ALL SELECT blocked, blocker FROM block;
            """),
        // Whether a post waits for its author to be no longer up for the activity.
        Migration(
            "circle.waiting",
            """
            ALTER TABLE circle_deed ADD COLUMN is_waiting BIGINT NOT NULL DEFAULT 0;
            CREATE INDEX circle_deed_waiting ON circle_deed (user_id, overlap_id)
                WHERE is_waiting = 1;
            """),
    ]
}

/// A post as it is stored.
struct StoredPost: Equatable, Sendable {
    let id: Post.ID
    let author: User.ID
    /// nil when that account is gone.
    let companion: User.ID?
    let activity: String
    let text: String
    let at: Moment
    /// Whether the companion has a post about it, too.
    let isMutual: Bool
}

extension Query where Row == StoredPost {
    static func post(_ id: Post.ID) -> Self {
        Query(
            """
            SELECT p.id, p.author, (SELECT id FROM person WHERE id = p.companion), p.activity,
                p.body, p.at_ms,
                EXISTS (SELECT 1 FROM circle_post t WHERE t.id = p.twin)
            FROM circle_post p WHERE p.id = \(id)
            """
        ) { columns throws(StoreError) in
            StoredPost(
                id: try columns.id(), author: try columns.id(),
                companion: try columns.optionalInteger().map { User.ID(rawValue: $0) },
                activity: try columns.text(), text: try columns.text(), at: try columns.moment(),
                isMutual: try columns.flag())
        }
    }
}

/// The newest post of somebody, if there is one.
struct Head: Equatable, Sendable {
    let author: User.ID
    let post: Post.ID?
}

extension Query where Row == Head {
    /// The newest post before `post` of a user and of each friend: one look into the index each.
    static func heads(for user: User.ID, before post: Post.ID) -> Self {
        Query(
            """
            SELECT f.author, (SELECT max(p.id) FROM circle_post p
                WHERE p.author = f.author AND p.id < \(post))
            FROM (SELECT other_id AS author FROM relation
                WHERE user_id = \(user) AND kind IN \(BondRight.circle.kinds)
                UNION ALL SELECT id FROM account WHERE id = \(user)) f
            """
        ) { columns throws(StoreError) in
            Head(
                author: try columns.id(),
                post: try columns.optionalInteger().map { Post.ID(rawValue: $0) })
        }
    }
}

extension Query where Row == Post.ID {
    private static func ids(_ sql: SQL) -> Self {
        Query(sql) { columns throws(StoreError) in try columns.id() }
    }

    /// The newest post of somebody before `post`.
    static func newest(of author: User.ID, before post: Post.ID) -> Self {
        ids(
            """
            SELECT id FROM circle_post WHERE author = \(author) AND id < \(post)
            ORDER BY id DESC LIMIT 1
            """)
    }

    /// Posts of somebody behind `post`, the oldest first.
    static func posts(of author: User.ID, after post: Post.ID, limit: Int) -> Self {
        ids(
            """
            SELECT id FROM circle_post WHERE author = \(author) AND id > \(post)
            ORDER BY id LIMIT \(Int64(limit))
            """)
    }

    /// Posts behind `post` that somebody likes.
    static func liked(by user: User.ID, after post: Post.ID, limit: Int) -> Self {
        ids(
            """
            SELECT post_id FROM circle_act
            WHERE actor = \(user) AND kind = \(Act.like.rawValue) AND post_id > \(post)
            ORDER BY post_id LIMIT \(Int64(limit))
            """)
    }

    /// Posts that are gone, and of which there is still what people did about them.
    static func removed(limit: Int) -> Self {
        ids("SELECT post_id FROM circle_removed LIMIT \(Int64(limit))")
    }

    /// A post with this id, if there is one, or something left of one.
    static func taken(_ post: Post.ID) -> Self {
        ids(
            """
            SELECT id FROM circle_post WHERE id = \(post)
            UNION ALL SELECT post_id FROM circle_removed WHERE post_id = \(post)
            """)
    }
}

/// What one of two has said about an overlap, and what came of it.
struct StoredDeed: Equatable, Sendable {
    let isConfirmed: Bool
    let text: String
    /// The post, even if it is gone.
    let post: Post.ID?
}

extension Query where Row == StoredDeed {
    static func deed(of user: User.ID, in overlap: Int64) -> Self {
        Query(
            """
            SELECT is_confirmed, body, post_id FROM circle_deed
            WHERE overlap_id = \(overlap) AND user_id = \(user)
            """
        ) { columns throws(StoreError) in
            StoredDeed(
                isConfirmed: try columns.flag(), text: try columns.text(),
                post: try columns.optionalInteger().map { Post.ID(rawValue: $0) })
        }
    }
}

/// Something that its author said to have done with a friend, and the friend has not.
struct DisclosedDeed: Sendable {
    let overlap: Int64
    let confirm: CircleConfirm
}

extension Query where Row == DisclosedDeed {
    /// Those behind an overlap; none with somebody who has left, whose name it is.
    static func deeds(of user: User.ID, after overlap: Int64, limit: Int) -> Self {
        Query(
            """
            SELECT d.overlap_id, p.username, m.activity, d.body
            FROM circle_deed d
            JOIN activity_match m ON m.id = d.overlap_id
            JOIN person p ON p.id = CASE WHEN m.low = \(user) THEN m.high ELSE m.low END
            WHERE d.user_id = \(user) AND d.overlap_id > \(overlap)
                AND d.is_confirmed = 1 AND d.post_id IS NULL
            ORDER BY d.overlap_id LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            let overlap = try columns.integer()
            var confirm = CircleConfirm()
            confirm.friend = try columns.text()
            confirm.activity = try columns.text()
            confirm.text = try columns.text()
            return DisclosedDeed(overlap: overlap, confirm: confirm)
        }
    }
}

/// A number that was counted, or a fact that there is.
struct Figure: Equatable, Sendable {
    let value: UInt32
}

extension Query where Row == Figure {
    private static func figure(_ sql: SQL) -> Self {
        Query(sql) { columns throws(StoreError) in Figure(value: try columns.count()) }
    }

    /// Likes of a post, or comments on it, as `viewer` sees them: not those of whom a block hides
    /// from the viewer or from the author.
    ///
    /// - Complexity: a few looks for each who did something, however many have left or are blocked.
    static func acts(_ kind: Act, on post: StoredPost, for viewer: User.ID) -> Self {
        figure(
            """
            SELECT coalesce(sum(a.count), 0) FROM circle_act a JOIN person p ON p.id = a.actor
            WHERE a.post_id = \(post.id) AND a.kind = \(kind.rawValue) AND NOT EXISTS
                (SELECT 1 FROM circle_hidden h
                WHERE h.user_id IN (\(viewer), \(post.author)) AND h.other_id = a.actor)
            """)
    }

    /// What one has done about a post; no row: nothing.
    static func acts(_ kind: Act, on post: Post.ID, by actor: User.ID) -> Self {
        figure(
            """
            SELECT count FROM circle_act
            WHERE post_id = \(post) AND kind = \(kind.rawValue) AND actor = \(actor)
            """)
    }

    /// One row when somebody has left a friend out of an activity.
    static func exclusion(by user: User.ID, from activity: String) -> Self {
        figure(
            """
            SELECT 1 FROM activity_exclusion x
            JOIN relation f ON f.user_id = x.user_id AND f.other_id = x.friend_id
                AND f.kind IN \(BondRight.circle.kinds)
            WHERE x.user_id = \(user) AND x.activity = \(activity) LIMIT 1
            """)
    }
}

/// What people do about posts. The numbers are stored.
enum Act: Int64 {
    case like = 0
    case comment = 1
}

/// A comment as it is stored.
struct StoredComment: Equatable, Sendable {
    let id: Comment.ID
    let post: Post.ID
    let author: User.ID
    let text: String
    let at: Moment
}

extension Query where Row == StoredComment {
    private static func decode(_ columns: inout Columns) throws(StoreError) -> StoredComment {
        StoredComment(
            id: try columns.id(), post: try columns.id(), author: try columns.id(),
            text: try columns.text(), at: try columns.moment())
    }

    static func comment(_ id: Comment.ID) -> Self {
        Query(
            "SELECT id, post_id, author, body, at_ms FROM circle_comment WHERE id = \(id)",
            decode: decode)
    }

    /// What somebody said on a post, if it is still there: the newest of several alike.
    static func comment(
        by author: User.ID, on post: Post.ID, saying text: String
    ) -> Self {
        Query(
            """
            SELECT id, post_id, author, body, at_ms FROM circle_comment
            WHERE post_id = \(post) AND author = \(author) AND body = \(text)
            ORDER BY id DESC LIMIT 1
            """, decode: decode)
    }

    /// The newest comment on a post, whoever may see it.
    static func newestComment(on post: Post.ID) -> Self {
        Query(
            """
            SELECT id, post_id, author, body, at_ms FROM circle_comment
            WHERE post_id = \(post) ORDER BY id DESC LIMIT 1
            """, decode: decode)
    }

    /// Comments on a post that `viewer` may see, the newest first.
    static func comments(
        on post: StoredPost, for viewer: User.ID, before comment: Comment.ID, limit: Int
    ) -> Self {
        Query(
            """
            SELECT c.id, c.post_id, c.author, c.body, c.at_ms
            FROM circle_comment c JOIN person p ON p.id = c.author
            WHERE c.post_id = \(post.id) AND c.id < \(comment) AND NOT EXISTS
                (SELECT 1 FROM circle_hidden h
                WHERE h.user_id IN (\(viewer), \(post.author)) AND h.other_id = c.author)
            ORDER BY c.id DESC LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// Comments of somebody behind `comment`, the oldest first.
    static func comments(of author: User.ID, after comment: Comment.ID, limit: Int) -> Self {
        Query(
            """
            SELECT id, post_id, author, body, at_ms FROM circle_comment
            WHERE author = \(author) AND id > \(comment) ORDER BY id LIMIT \(Int64(limit))
            """, decode: decode)
    }
}
