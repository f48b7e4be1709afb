import Accounts
import Activities
import Kernel
import SwiftProtobuf
import Wire

/// What the circle keeps of a user: its erasure, and its export.
enum CircleErasure {
    /// Most rows that go in one transaction.
    private static let rowsMax = 500
    /// Records on one page of what is handed out.
    private static let limit = 20

    /// Erases the posts, likes and comments of a deleted account, and its name from the posts of
    /// others.
    ///
    /// - Returns: whether nothing is left.
    static func erase(
        _ departed: Departed, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let user = departed.user
        try transaction.run("DELETE FROM circle_due WHERE user_id = \(user)")
        var rest = rowsMax
        for post in try transaction.all(.posts(of: user, after: 0, limit: rowsMax)) {
            try CircleCommands.remove(post, in: transaction)
            rest -= 1
        }
        for statement in [
            commentsGo(of:limit:), actsGo(of:limit:), namesGo(of:limit:), deedsGo(of:limit:),
            SharedPosts.namesGo(of:limit:),
        ] {
            rest -= try transaction.rowsChanged(statement(user, rest))
        }
        return rest > 0
    }

    /// Deletes some of the comments and likes of deleted posts.
    ///
    /// - Returns: whether there may be more.
    static func clear(in transaction: Transaction) throws(Refusal) -> Bool {
        var rest = rowsMax
        for post in try transaction.all(.removed(limit: rowsMax)) {
            rest -= try transaction.rowsChanged(commentsGo(from: post, limit: rest))
            rest -= try transaction.rowsChanged(actsGo(from: post, limit: rest))
            guard rest > 0 else { return true }
            rest -= try transaction.rowsChanged(
                "DELETE FROM circle_removed WHERE post_id = \(post)")
        }
        return rest == 0
    }

    /// Adds a user's own posts, deeds, comments and likes to that user's export.
    static func disclose(in catalog: inout Catalog, _ catalogue: ActivityCatalogue) {
        catalog.disclose("circle.posts") { (caller, after, snapshot) throws(Refusal) in
            let ids = try snapshot.all(
                .posts(of: caller.user, after: Post.ID(wireText: after) ?? 0, limit: limit))
            var reader = CircleReader(viewer: caller.user, catalogue: catalogue)
            var records: [ExportRecord] = []
            for id in ids {
                guard let stored = try snapshot.first(.post(id)) else { continue }
                var post = try reader.whole(stored, in: snapshot)
                // Comments belong to other users, and make a page too large.
                post.comments = []
                records.append(.with { $0.post = post })
            }
            return (records, ids.count < limit ? nil : ids.last?.wireText)
        }
        catalog.disclose("circle.deeds") { (caller, after, snapshot) throws(Refusal) in
            let place = try Bookmark.place(in: after, in: snapshot) ?? 0
            let deeds = try snapshot.all(.deeds(of: caller.user, after: place, limit: limit))
            let records = deeds.map { deed in ExportRecord.with { $0.confirmed = deed.confirm } }
            guard let last = deeds.last, deeds.count == limit else { return (records, nil) }
            return (records, try Bookmark.text(at: last.overlap, in: snapshot))
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
        catalog.disclose("circle.company") { (caller, after, snapshot) throws(Refusal) in
            let posts = try snapshot.all(
                .naming(caller.user, after: Post.ID(wireText: after) ?? 0, limit: limit * 10))
            let records = posts.map { post in ExportRecord.with { $0.namedIn = post.wireText } }
            return (records, posts.count < limit * 10 ? nil : posts.last?.wireText)
        }
        catalog.disclose("circle.likes") { (caller, after, snapshot) throws(Refusal) in
            let posts = try snapshot.all(
                .liked(by: caller.user, after: Post.ID(wireText: after) ?? 0, limit: limit * 10))
            let records = posts.map { post in ExportRecord.with { $0.liked = post.wireText } }
            return (records, posts.count < limit * 10 ? nil : posts.last?.wireText)
        }
    }
}

// Each statement takes so many rows at most.
extension CircleErasure {
    private static func commentsGo(from post: Post.ID, limit: Int) -> SQL {
        """
        DELETE FROM circle_comment WHERE id IN (
            SELECT id FROM circle_comment WHERE post_id = \(post) LIMIT \(Int64(limit)))
        """
    }

    private static func actsGo(from post: Post.ID, limit: Int) -> SQL {
        """
        DELETE FROM circle_act WHERE (post_id, kind, actor) IN (
            SELECT post_id, kind, actor FROM circle_act WHERE post_id = \(post)
            LIMIT \(Int64(limit)))
        """
    }

    private static func commentsGo(of user: User.ID, limit: Int) -> SQL {
        """
        DELETE FROM circle_comment WHERE id IN (
            SELECT id FROM circle_comment WHERE author = \(user) LIMIT \(Int64(limit)))
        """
    }

    private static func actsGo(of user: User.ID, limit: Int) -> SQL {
        """
        DELETE FROM circle_act WHERE (post_id, kind, actor) IN (
            SELECT post_id, kind, actor FROM circle_act WHERE actor = \(user)
            LIMIT \(Int64(limit)))
        """
    }

    /// Removes a user's name from the posts of others.
    private static func namesGo(of user: User.ID, limit: Int) -> SQL {
        """
        UPDATE circle_post SET companion = NULL WHERE id IN (
            SELECT id FROM circle_post WHERE companion = \(user) LIMIT \(Int64(limit)))
        """
    }

    private static func deedsGo(of user: User.ID, limit: Int) -> SQL {
        """
        DELETE FROM circle_deed WHERE (overlap_id, user_id) IN (
            SELECT overlap_id, user_id FROM circle_deed WHERE user_id = \(user)
            LIMIT \(Int64(limit)))
        """
    }
}
