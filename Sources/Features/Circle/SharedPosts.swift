import Accounts
import Friends
public import Kernel
import Wire

// Posts of what several friends did together: one post, which names those who say so (Z49).
extension CircleFeature {
    /// Makes one post for its author's friends.
    ///
    /// - Parameters:
    ///   - activity: an activity of the catalogue.
    ///   - text: of the author, at most 500 characters.
    ///   - others: who did it, too; only friends of the author are named.
    /// - Returns: the post's id in the store.
    public func post(
        _ activity: String, _ text: String, by author: User.ID, with others: [User.ID],
        in transaction: Transaction
    ) throws(Refusal) -> Int64 {
        let id = try CircleID.make(in: transaction) { (id: Post.ID) throws(Refusal) in
            try transaction.first(.taken(id)) != nil
        }
        try transaction.run(
            """
            INSERT INTO circle_post
                (id, author, companion, twin, activity, body, at_ms, is_confirmed)
            VALUES (\(id), \(author), NULL, 0, \(activity), \(text), \(transaction.now), 1)
            """)
        for user in others { _ = try SharedPosts.add(user, to: id, in: transaction) }
        guard let post = try transaction.first(.post(id)) else { throw .fault }
        try commands.news.posted(post, in: transaction)
        return id.rawValue
    }

    /// Names another user in such a post, if the user is a friend of its author; nothing for a
    /// post that is deleted.
    public func name(
        _ user: User.ID, inPost id: Int64, in transaction: Transaction
    ) throws(Refusal) {
        let id = Post.ID(rawValue: id)
        guard try SharedPosts.add(user, to: id, in: transaction),
            let post = try transaction.first(.post(id))
        else { return }
        try commands.news.posted(post, in: transaction)
    }

    /// A user takes back what a post says: the post is deleted if it is the user's own, and
    /// otherwise names the user no more.
    public func withdraw(
        _ user: User.ID, fromPost id: Int64, in transaction: Transaction
    ) throws(Refusal) {
        guard let post = try transaction.first(.post(Post.ID(rawValue: id))) else { return }
        try commands.withdraw(post, user, in: transaction)
    }
}

enum SharedPosts {
    /// - Returns: whether the user is named from now on.
    fileprivate static func add(
        _ user: User.ID, to id: Post.ID, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        guard let post = try transaction.first(.post(id)),
            let pair = UserPair(user, post.author),
            try Bonds.allow(.circle, pair, in: transaction)
        else { return false }
        return try transaction.rowsChanged(
            """
            INSERT INTO circle_company (post_id, user_id) VALUES (\(id), \(user))
            ON CONFLICT DO NOTHING
            """) > 0
    }

    /// - Returns: whether the user was named.
    static func drop(
        _ user: User.ID, from id: Post.ID, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        try transaction.rowsChanged(
            "DELETE FROM circle_company WHERE post_id = \(id) AND user_id = \(user)") > 0
    }

    /// Removes a user's name from some of the posts of others.
    static func namesGo(of user: User.ID, limit: Int) -> SQL {
        """
        DELETE FROM circle_company WHERE (post_id, user_id) IN (
            SELECT post_id, user_id FROM circle_company WHERE user_id = \(user)
            LIMIT \(Int64(limit)))
        """
    }
}

extension Query where Row == User.ID {
    /// The users whom a post names beside its author, by username; none for a post about a match.
    static func company(of post: Post.ID) -> Self {
        Query(
            """
            SELECT c.user_id FROM circle_company c JOIN account a ON a.id = c.user_id
            WHERE c.post_id = \(post) ORDER BY a.username
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}

extension Query where Row == Post.ID {
    /// Posts of others after `post` that name a user.
    static func naming(_ user: User.ID, after post: Post.ID, limit: Int) -> Self {
        Query(
            """
            SELECT post_id FROM circle_company WHERE user_id = \(user) AND post_id > \(post)
            ORDER BY post_id LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}
