import Activities
import Kernel
import Wire

/// Looking at the circle: one's own posts and those of friends, in pages (Z27-Z29, Z31, Z34).
struct CirclePages: Sendable {
    let catalogue: ActivityCatalogue

    /// It costs a look-up for each friend and one for each post, all of them
    /// `SEARCH circle_post USING … INDEX circle_post_author (author=? AND id<?)`, however many
    /// posts there are; and one for each post that a friend has not meant for the caller and that
    /// is newer than what is shown.
    func list(
        _ command: CircleList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> CirclePage {
        let limit = try PageLimit.of(command.hasLimit ? command.limit : 10, in: 1...50)
        let before: Post.ID = try Self.position(command.before)
        let audience = CircleAudience(catalogue: catalogue)
        let heads = try snapshot.all(.heads(for: caller.user, before: before, audience))
        let newest = try CircleRules.newest(limit + 1, of: heads) {
            (author, post) throws(Refusal) in
            try snapshot.first(.newest(of: author, before: post, for: caller.user, audience))
        }
        var reader = CircleReader(viewer: caller.user, catalogue: catalogue)
        var page = CirclePage()
        var byteCount = 0
        for id in newest.prefix(limit) where byteCount < CircleRules.pageBytes {
            guard let stored = try snapshot.first(.post(id)) else { continue }
            page.posts.append(try reader.whole(stored, in: snapshot))
            byteCount += page.posts.last?.byteCount ?? 0
        }
        page.more = newest.count > page.posts.count
        return page
    }

    func read(
        _ command: CircleRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> CirclePost {
        var reader = CircleReader(viewer: caller.user, catalogue: catalogue)
        return try reader.whole(reader.post(named: command.post, in: snapshot), in: snapshot)
    }

    func comments(
        _ command: CircleComments, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> CircleCommentPage {
        let limit = try PageLimit.of(command.hasLimit ? command.limit : 50)
        let before: Comment.ID = try Self.position(command.before)
        var reader = CircleReader(viewer: caller.user, catalogue: catalogue)
        let post = try reader.post(named: command.post, in: snapshot)
        let newestFirst = try snapshot.all(
            .comments(on: post, for: caller.user, before: before, limit: limit + 1))
        let shown = CircleRules.fitting(newestFirst.prefix(limit)) { $0.text.utf8.count + 200 }
        var page = CircleCommentPage()
        page.post = post.id.wireText
        for comment in shown.reversed() {
            page.comments.append(try reader.comment(comment, in: snapshot))
        }
        page.more = newestFirst.count > shown.count
        page.commentCount =
            try snapshot.first(.acts(.comment, on: post, for: caller.user))?.value ?? 0
        return page
    }

    /// Where a page ends: behind everything when nothing is said.
    private static func position<Entity>(_ text: String) throws(Refusal) -> Identifier<Entity> {
        guard !text.isEmpty else { return Identifier(rawValue: .max) }
        guard let id = Identifier<Entity>(wireText: text) else {
            throw Refusal(.invalidField, field: "before", "expected 16 hexadecimal digits")
        }
        return id
    }
}

extension CirclePost {
    /// About how long it is on the wire.
    fileprivate var byteCount: Int {
        comments.reduce(text.utf8.count + 400) { $0 + $1.text.utf8.count + 200 }
    }
}
