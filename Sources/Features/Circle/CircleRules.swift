import Kernel

/// What a page holds, and how much: pure decisions.
enum CircleRules {
    /// How long after its end a match may still be confirmed.
    static let confirmable = Duration.seconds(24 * 3600)
    /// Most comments of one user on a post. A limit for all users would count comments that a block
    /// hides, and so disclose them.
    static let commentsMax: UInt32 = 50
    /// Most blocks that are read to send friends a new number of likes or comments.
    static let hiddenMax = 5_000
    /// Comments that a post is shown with.
    static let shownComments = 5
    /// A page stays well below what an outbox holds: its text is about so long at most.
    static let pageBytes = 65_536

    /// The newest `limit` posts of many authors, starting from the newest of each. An author whose
    /// newest post is older than those of `limit` others has none among them.
    ///
    /// - Parameter next: an author's newest post before a given one.
    /// - Complexity: at most `limit` calls of `next`, however many posts there are.
    static func newest(
        _ limit: Int, of heads: [Head],
        next: (User.ID, _ before: Post.ID) throws(Refusal) -> Post.ID?
    ) throws(Refusal) -> [Post.ID] {
        var heads = Array(
            heads.compactMap { head in head.post.map { (author: head.author, post: $0) } }
                .sorted { $0.post > $1.post }.prefix(limit))
        var newest: [Post.ID] = []
        while newest.count < limit,
            let place = heads.indices.max(by: { heads[$0].post < heads[$1].post })
        {
            let (author, post) = heads[place]
            newest.append(post)
            if newest.count == limit { break }
            if let next = try next(author, post) {
                heads[place].post = next
            } else {
                heads.remove(at: place)
            }
        }
        return newest
    }

    /// As many as fit a page: at least one.
    static func fitting<Item>(_ items: some Collection<Item>, bytes: (Item) -> Int) -> [Item] {
        var total = 0
        return Array(
            items.prefix { item in
                defer { total += bytes(item) }
                return total < pageBytes
            })
    }
}
