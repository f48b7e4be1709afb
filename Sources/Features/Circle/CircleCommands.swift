import Accounts
import Activities
import Kernel
import Wire

/// Commands about posts: likes and comments, and changes of the caller's own posts (Z30, Z31).
struct CircleCommands: Sendable {
    let catalogue: ActivityCatalogue
    let news: CircleNews

    func edit(
        _ command: CircleEdit, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> CirclePost {
        let text = try PlainText(
            command.text, .init(CircleEdit.textLength, allowsLines: true), field: "text")
        var reader = CircleReader(viewer: caller.user, catalogue: catalogue)
        let old = try reader.ownPost(named: command.post, in: transaction)
        guard !text.text.isSame(as: old.text) else { return try reader.whole(old, in: transaction) }
        try transaction.run("UPDATE circle_post SET body = \(text.text) WHERE id = \(old.id)")
        guard let new = try transaction.first(.post(old.id)) else { throw .noSuchPost("post") }
        try news.posted(new, in: transaction)
        return try reader.whole(new, in: transaction)
    }

    /// The reply to an edit that was done before: the post as it is now.
    func edited(
        _ command: CircleEdit, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> CirclePost {
        var reader = CircleReader(viewer: caller.user, catalogue: catalogue)
        return try reader.whole(
            reader.ownPost(named: command.post, in: transaction), in: transaction)
    }

    /// The reply to a repeated comment; without the comment if it is deleted.
    func hasSaid(
        _ command: CircleSay, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> CircleSaid {
        var reader = CircleReader(viewer: caller.user, catalogue: catalogue)
        let post = try reader.post(named: command.post, in: transaction)
        var said = CircleSaid()
        said.post = post.id.wireText
        said.commentCount =
            try transaction.first(.acts(.comment, on: post, for: caller.user))?.value ?? 0
        let text = try PlainText(
            command.text, .init(CircleSay.textLength, allowsLines: true), field: "text")
        let stored = try transaction.first(
            .comment(by: caller.user, on: post.id, saying: text.text))
        if let stored { said.comment = try reader.comment(stored, in: transaction) }
        return said
    }

    func remove(
        _ command: CircleRemove, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        guard let post = try transaction.first(.post(Post.ID(wireText: command.post) ?? 0)),
            try withdraw(post, caller.user, in: transaction)
        else { throw .noSuchPost("post") }
        return Done()
    }

    /// Deletes a user's own post, or the user's name from a post of several.
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    func withdraw(
        _ post: StoredPost, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        if post.author == user {
            try Self.remove(post.id, in: transaction)
            try news.removed(post, in: transaction)
            return true
        }
        guard try SharedPosts.drop(user, from: post.id, in: transaction) else { return false }
        try news.posted(post, in: transaction)
        return true
    }

    func like(
        _ command: CircleLike, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> CircleLikes {
        guard command.hasLiked else {
            throw Refusal(.invalidField, field: "liked", "expected true or false")
        }
        let reader = CircleReader(viewer: caller.user, catalogue: catalogue)
        let id = Post.ID(wireText: command.post) ?? 0
        let wasLiked = try transaction.first(.acts(.like, on: id, by: caller.user)) != nil
        let (post, isSeen) = try reader.find(command.post, in: transaction)
        // A like can be taken back even if the caller may no longer see the post.
        guard let post, isSeen || (wasLiked && !command.liked) else { throw .noSuchPost("post") }
        if command.liked != wasLiked {
            try count(command.liked ? 1 : -1, .like, on: id, by: caller.user, in: transaction)
            try news.liked(post, by: caller.user, in: transaction)
        }
        var likes = CircleLikes()
        (likes.post, likes.liked) = (post.id.wireText, command.liked)
        guard isSeen else { return likes }
        likes.likes = try transaction.first(.acts(.like, on: post, for: caller.user))?.value ?? 0
        return likes
    }

    func say(
        _ command: CircleSay, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> CircleSaid {
        let text = try PlainText(
            command.text, .init(CircleSay.textLength, allowsLines: true), field: "text")
        var reader = CircleReader(viewer: caller.user, catalogue: catalogue)
        let post = try reader.post(named: command.post, in: transaction)
        let own = try transaction.first(.acts(.comment, on: post.id, by: caller.user))?.value ?? 0
        guard own < CircleRules.commentsMax else {
            throw Refusal(
                .listFull, field: "post",
                "limit reached: \(CircleRules.commentsMax) comments of yours")
        }
        let newest = try transaction.first(.newestComment(on: post.id))
        let id = try CircleID.make(in: transaction, after: newest?.id ?? 0) {
            (id: Comment.ID) throws(Refusal) in
            try transaction.first(.comment(id)) != nil
        }
        try transaction.run(
            """
            INSERT INTO circle_comment (id, post_id, author, body, at_ms)
            VALUES (\(id), \(post.id), \(caller.user), \(text.text), \(transaction.now))
            """)
        try count(1, .comment, on: post.id, by: caller.user, in: transaction)
        let stored = StoredComment(
            id: id, post: post.id, author: caller.user, text: text.text, at: transaction.now)
        let comment = try reader.comment(stored, in: transaction)
        try tell(stored, comment, on: post, in: transaction)
        var said = CircleSaid()
        said.post = post.id.wireText
        said.comment = comment
        said.commentCount =
            try transaction.first(.acts(.comment, on: post, for: caller.user))?.value ?? 0
        return said
    }

    /// Deletes a comment of the caller, on any post, or any comment on a post of the caller.
    func unsay(
        _ command: CircleUnsay, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let comment = try transaction.first(.comment(Comment.ID(wireText: command.comment) ?? 0))
        let post = try transaction.first(.post(Post.ID(wireText: command.post) ?? 0))
        guard let comment, let post, comment.post == post.id,
            comment.author == caller.user || post.author == caller.user
        else {
            throw Refusal(.notFound, field: "comment", "there is no such comment of yours")
        }
        try transaction.run("DELETE FROM circle_comment WHERE id = \(comment.id)")
        try count(-1, .comment, on: post.id, by: comment.author, in: transaction)
        try news.unsaid(comment, on: post, in: transaction)
        return Done()
    }

    /// Deletes a post. Its comments and likes are unbounded in number and are deleted in steps.
    static func remove(_ post: Post.ID, in transaction: Transaction) throws(Refusal) {
        try transaction.run("DELETE FROM circle_post WHERE id = \(post)")
        try transaction.run("DELETE FROM circle_company WHERE post_id = \(post)")
        try transaction.run("INSERT INTO circle_removed (post_id) VALUES (\(post))")
    }

    /// Changes an actor's count of likes or comments on a post. A row whose count is 0 is deleted.
    private func count(
        _ change: Int64, _ kind: Act, on post: Post.ID, by actor: User.ID,
        in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO circle_act (post_id, kind, actor, count)
            VALUES (\(post), \(kind.rawValue), \(actor), \(change))
            ON CONFLICT (post_id, kind, actor) DO UPDATE SET count = circle_act.count + \(change)
            """)
        guard change < 0 else { return }
        try transaction.run(
            """
            DELETE FROM circle_act WHERE post_id = \(post) AND kind = \(kind.rawValue)
                AND actor = \(actor) AND count <= 0
            """)
    }

    private func tell(
        _ stored: StoredComment, _ comment: CircleComment, on post: StoredPost,
        in transaction: Transaction
    ) throws(Refusal) {
        if post.author != stored.author {
            var commented = CircleCommented()
            commented.post = post.id.wireText
            commented.comment = comment
            try transaction.deliver(.circleCommented(commented), to: [post.author])
        }
        try news.said(stored, comment, on: post, in: transaction)
    }
}
