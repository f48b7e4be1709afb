import Activities
import Kernel
import SwiftProtobuf
import Wire

/// What the circle keeps of a person: how it is forgotten, and how it is handed out.
enum CircleErasure {
    /// Most rows of each kind in one transaction; a post is one with all that hangs on it.
    private static let limit = 20

    /// Forgets posts, likes and comments of a user whose account is gone, and that others did
    /// something with that user.
    ///
    /// - Returns: whether nothing is left.
    static func erase(_ user: User.ID, in transaction: Transaction) throws(Refusal) -> Bool {
        let posts = try transaction.all(.posts(of: user, after: 0, limit: limit))
        for post in posts { try CircleCommands.delete(post, in: transaction) }
        let comments = try transaction.all(.comments(of: user, after: 0, limit: limit * 10))
        for comment in comments {
            try transaction.run("DELETE FROM circle_comment WHERE id = \(comment.id)")
        }
        let likes = try transaction.all(.liked(by: user, after: 0, limit: limit * 10))
        for post in likes {
            try transaction.run(
                "DELETE FROM circle_like WHERE post_id = \(post) AND user_id = \(user)")
        }
        let shared = try transaction.all(.posts(with: user, limit: limit * 10))
        for post in shared {
            try transaction.run("UPDATE circle_post SET companion = NULL WHERE id = \(post)")
        }
        try transaction.run("DELETE FROM circle_deed WHERE user_id = \(user)")
        return posts.count < limit && max(comments.count, likes.count, shared.count) < limit * 10
    }

    /// Adds one's own posts, comments and likes to what a person gets who asks for it.
    static func disclose(in catalog: inout Catalog, _ catalogue: ActivityCatalogue) {
        catalog.disclose("circle.posts") { (caller, after, snapshot) throws(Refusal) in
            let ids = try snapshot.all(
                .posts(of: caller.user, after: Post.ID(wireText: after) ?? 0, limit: limit))
            var reader = CircleReader(viewer: caller.user, catalogue: catalogue)
            var records: [ExportRecord] = []
            for id in ids {
                guard let stored = try snapshot.first(.post(id)) else { continue }
                var post = try reader.whole(stored, in: snapshot)
                // They are other people's, and make a page too large.
                post.comments = []
                records.append(.with { $0.post = post })
            }
            return (records, ids.count < limit ? nil : ids.last?.wireText)
        }
        catalog.disclose("circle.comments") { (caller, after, snapshot) throws(Refusal) in
            let comments = try snapshot.all(
                .comments(
                    of: caller.user, after: Comment.ID(wireText: after) ?? 0, limit: limit))
            var reader = CircleReader(viewer: caller.user, catalogue: catalogue)
            var records: [ExportRecord] = []
            for stored in comments {
                var comment = ExportedComment()
                comment.post = stored.post.wireText
                comment.comment = try reader.comment(stored, in: snapshot)
                records.append(.with { [comment] in $0.comment = comment })
            }
            return (records, comments.count < limit ? nil : comments.last?.id.wireText)
        }
        catalog.disclose("circle.likes") { (caller, after, snapshot) throws(Refusal) in
            let posts = try snapshot.all(
                .liked(by: caller.user, after: Post.ID(wireText: after) ?? 0, limit: limit * 10))
            let records = posts.map { post in ExportRecord.with { $0.liked = post.wireText } }
            return (records, posts.count < limit * 10 ? nil : posts.last?.wireText)
        }
    }
}

extension Query where Row == Post.ID {
    /// Posts of others about what they did with somebody.
    fileprivate static func posts(with user: User.ID, limit: Int) -> Self {
        Query(
            """
            SELECT id FROM circle_post WHERE companion = \(user) ORDER BY id LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}
