import Activities
import Kernel
import Wire

/// Reads the circle: the caller's own posts and those of friends, in pages (Z27-Z29, Z31, Z34).
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

/// A post: something that its author did with a friend.
enum Post {
    typealias ID = Identifier<Post>
}

/// A comment on a post.
enum Comment {
    typealias ID = Identifier<Comment>
}

/// Makes the ids of posts and comments.
///
/// They ascend with time, so that a page can start after the id of a deleted post. Unlike all other
/// ids they are on the wire, and so they must not disclose what else the server did in the same
/// millisecond: random bits distinguish them, not a counter.
enum CircleID {
    /// 2026-01-01T00:00:00Z.
    private static let epochMilliseconds: Int64 = 1_767_225_600_000

    /// - Parameters:
    ///   - last: what it has to be larger than: comments made in one millisecond keep their order.
    ///   - isTaken: whether there is one already: of 400 made in one millisecond, two are alike
    ///     once in fifty times.
    static func make<Entity>(
        in transaction: Transaction, after last: Identifier<Entity> = 0,
        isTaken: (Identifier<Entity>) throws(Refusal) -> Bool
    ) throws(Refusal) -> Identifier<Entity> {
        let millisecond = max(1, transaction.now.unixMilliseconds - epochMilliseconds)
        var id: Identifier<Entity>
        repeat {
            let chance = transaction.randomBytes(3).reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let free = Identifier<Entity>(rawValue: millisecond << 22 | chance & 0x3F_FFFF)
            id = free > last ? free : Identifier(rawValue: last.rawValue &+ 1 &+ chance & 0xFF)
        } while try isTaken(id)
        return id
    }
}

extension Identifier {
    /// As the wire says it: 16 hexadecimal digits.
    var wireText: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    /// The id that is said so; nil when it is none.
    init?(wireText text: String) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
        guard text.utf8.count == 16,
            text.utf8.allSatisfy({ digits.contains($0) || letters.contains($0) }),
            let number = Int64(text, radix: 16)
        else { return nil }
        self.init(rawValue: number)
    }
}
