import Friends
import Kernel
import Wire

/// A post as it is stored.
struct StoredPost: Equatable, Sendable {
    let id: Post.ID
    let author: User.ID
    /// Nil if that account is deleted.
    let companion: User.ID?
    let activity: String
    let text: String
    let at: Moment
    /// Whether the author has confirmed it: then it is meant for all friends.
    let isConfirmed: Bool
    /// The companion's post about it, if there is one.
    let twin: Twin?

    /// The other's post about the same.
    struct Twin: Equatable, Sendable {
        let id: Post.ID
        let isConfirmed: Bool
    }
}

extension Query where Row == StoredPost {
    static func post(_ id: Post.ID) -> Self {
        Query(
            """
            SELECT p.id, p.author, (SELECT id FROM person WHERE id = p.companion), p.activity,
                p.body, p.at_ms, p.is_confirmed, t.id, coalesce(t.is_confirmed, 0)
            FROM circle_post p LEFT JOIN circle_post t ON t.id = p.twin WHERE p.id = \(id)
            """
        ) { columns throws(StoreError) in
            let (id, author): (Post.ID, User.ID) = (try columns.id(), try columns.id())
            let companion = try columns.optionalInteger().map { User.ID(rawValue: $0) }
            let (activity, text) = (try columns.text(), try columns.text())
            let (at, isConfirmed) = (try columns.moment(), try columns.flag())
            let twin = try columns.optionalInteger().map { Post.ID(rawValue: $0) }
            let isTwinConfirmed = try columns.flag()
            return StoredPost(
                id: id, author: author, companion: companion, activity: activity, text: text,
                at: at, isConfirmed: isConfirmed,
                twin: twin.map { StoredPost.Twin(id: $0, isConfirmed: isTwinConfirmed) })
        }
    }
}

/// The newest post of an author, if there is one.
struct Head: Equatable, Sendable {
    let author: User.ID
    let post: Post.ID?
}

extension Query where Row == Head {
    /// The newest post before `post` that a user sees, of that user and of each friend. Each takes
    /// one index look-up. A friend who has excluded the user from an activity takes another for
    /// each post that is skipped.
    static func heads(
        for user: User.ID, before post: Post.ID, _ audience: CircleAudience
    ) -> Self {
        Query(
            """
            SELECT f.author, CASE
                WHEN f.author IN (
                    SELECT x.user_id FROM activity_exclusion x WHERE x.friend_id = \(user))
                THEN (SELECT p.id FROM circle_post p
                    WHERE p.author = f.author AND p.id < \(post)
                        AND \(audience.includes(user))
                    ORDER BY p.id DESC LIMIT 1)
                ELSE (SELECT max(p.id) FROM circle_post p
                    WHERE p.author = f.author AND p.id < \(post)) END
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

    /// The newest post of a user before `post` that a friend sees, or the author.
    static func newest(
        of author: User.ID, before post: Post.ID, for viewer: User.ID, _ audience: CircleAudience
    ) -> Self {
        ids(
            """
            SELECT p.id FROM circle_post p WHERE p.author = \(author) AND p.id < \(post)
                AND \(audience.includes(viewer))
            ORDER BY p.id DESC LIMIT 1
            """)
    }

    /// Posts of an author after `post`, oldest first.
    static func posts(of author: User.ID, after post: Post.ID, limit: Int) -> Self {
        ids(
            """
            SELECT id FROM circle_post WHERE author = \(author) AND id > \(post)
            ORDER BY id LIMIT \(Int64(limit))
            """)
    }

    /// Posts after `post` that a user likes.
    static func liked(by user: User.ID, after post: Post.ID, limit: Int) -> Self {
        ids(
            """
            SELECT post_id FROM circle_act
            WHERE actor = \(user) AND kind = \(Act.like.rawValue) AND post_id > \(post)
            ORDER BY post_id LIMIT \(Int64(limit))
            """)
    }

    /// Deleted posts of which comments or likes are still stored.
    static func removed(limit: Int) -> Self {
        ids("SELECT post_id FROM circle_removed LIMIT \(Int64(limit))")
    }

    /// A post with this id, if it exists or is not yet deleted completely.
    static func taken(_ post: Post.ID) -> Self {
        ids(
            """
            SELECT id FROM circle_post WHERE id = \(post)
            UNION ALL SELECT post_id FROM circle_removed WHERE post_id = \(post)
            """)
    }
}

/// What one of the two users has said about an overlap, and the post that resulted.
struct StoredDeed: Equatable, Sendable {
    let isConfirmed: Bool
    let text: String
    /// The post, even if it is deleted.
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

/// What a user has confirmed to have done with a friend who has not confirmed it.
struct DisclosedDeed: Sendable {
    let overlap: Int64
    let confirm: CircleConfirm
}

extension Query where Row == DisclosedDeed {
    /// A user's deeds after `overlap`; none with a deleted account, whose name the deed would
    /// contain.
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

    /// Likes of a post, or comments on it, as `viewer` sees them: without those of users whom a
    /// block hides from the viewer or from the author.
    ///
    /// - Complexity: a few look-ups for each actor, however many have left or are blocked.
    static func acts(_ kind: Act, on post: StoredPost, for viewer: User.ID) -> Self {
        figure(
            """
            SELECT coalesce(sum(a.count), 0) FROM circle_act a JOIN person p ON p.id = a.actor
            WHERE a.post_id = \(post.id) AND a.kind = \(kind.rawValue) AND NOT EXISTS
                (SELECT 1 FROM circle_hidden h
                WHERE h.user_id IN (\(viewer), \(post.author)) AND h.other_id = a.actor)
            """)
    }

    /// The likes or comments of one actor on a post; no row: none.
    static func acts(_ kind: Act, on post: Post.ID, by actor: User.ID) -> Self {
        figure(
            """
            SELECT count FROM circle_act
            WHERE post_id = \(post) AND kind = \(kind.rawValue) AND actor = \(actor)
            """)
    }

    /// One row if a user has excluded a friend from an activity.
    static func exclusion(by user: User.ID, from activity: String) -> Self {
        figure(
            """
            SELECT 1 FROM activity_exclusion x
            JOIN relation f ON f.user_id = x.user_id AND f.other_id = x.friend_id
                AND f.kind IN \(BondRight.circle.kinds)
            WHERE x.user_id = \(user) AND x.activity = \(activity) LIMIT 1
            """)
    }

    /// One row if a user has excluded another, friend or not, from one of some activities.
    static func exclusion(of other: User.ID, by user: User.ID, from activities: SQL) -> Self {
        figure(
            """
            SELECT 1 FROM activity_exclusion
            WHERE user_id = \(user) AND friend_id = \(other) AND activity IN (\(activities))
            LIMIT 1
            """)
    }

    /// One row when a comment is there for the author of the post.
    static func comment(_ id: Comment.ID, on post: Post.ID, by author: String, for user: User.ID)
        -> Self
    {
        figure(
            """
            SELECT 1 FROM circle_comment c JOIN person a ON a.id = c.author
            WHERE c.id = \(id) AND c.post_id = \(post) AND a.username = \(author)
                AND EXISTS (SELECT 1 FROM circle_post p
                    WHERE p.id = c.post_id AND p.author = \(user))
                AND NOT EXISTS (SELECT 1 FROM circle_hidden h
                    WHERE h.user_id = \(user) AND h.other_id = c.author)
            """)
    }
}

/// What users do about posts. The numbers are stored.
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

    /// A user's comment with this text, if it still exists: the newest of several alike.
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

    /// The newest comment on a post, even if a block hides it.
    static func newestComment(on post: Post.ID) -> Self {
        Query(
            """
            SELECT id, post_id, author, body, at_ms FROM circle_comment
            WHERE post_id = \(post) ORDER BY id DESC LIMIT 1
            """, decode: decode)
    }

    /// Comments on a post that `viewer` may see, newest first.
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

    /// Comments of an author after `comment`, oldest first.
    static func comments(of author: User.ID, after comment: Comment.ID, limit: Int) -> Self {
        Query(
            """
            SELECT id, post_id, author, body, at_ms FROM circle_comment
            WHERE author = \(author) AND id > \(comment) ORDER BY id LIMIT \(Int64(limit))
            """, decode: decode)
    }
}
