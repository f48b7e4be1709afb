import Activities
import Friends
import Kernel
import SwiftProtobuf
import Wire

/// Sends hints about posts to viewers who have the circle open; each contains what its viewer may
/// see.
struct CircleNews: Sendable {
    let catalogue: ActivityCatalogue
    private let audience: CircleAudience

    init(catalogue: ActivityCatalogue) {
        self.catalogue = catalogue
        audience = CircleAudience(catalogue: catalogue)
    }

    /// A post is new, or has another text.
    func posted(_ post: StoredPost, in transaction: Transaction) throws(Refusal) {
        try posted(post, to: viewers(of: post, in: transaction), in: transaction)
    }

    /// A post has been confirmed, or has another text: more viewers may see it than before.
    func confirmed(
        _ post: StoredPost, before old: StoredPost, in transaction: Transaction
    ) throws(Refusal) {
        let known = Set(try viewers(of: old, in: transaction))
        var viewers = try viewers(of: post, in: transaction)
        let new = viewers.filter { !known.contains($0) }
        if post.text == old.text { viewers = new }
        try posted(post, to: viewers, in: transaction)
        try named(by: post, to: Set(new), in: transaction)
    }

    /// A post is no longer confirmed: viewers who may no longer see it receive its removal.
    func unconfirmed(
        _ post: StoredPost, before old: StoredPost, in transaction: Transaction
    ) throws(Refusal) {
        let left = Set(try viewers(of: post, in: transaction))
        let lost = try viewers(of: old, in: transaction).filter { !left.contains($0) }
        let id = post.id.wireText
        tell(.with { $0.removed = id }, "post:\(id)", of: post, to: lost, in: transaction)
        try named(by: post, to: Set(lost), in: transaction)
    }

    /// Sends the other user's post about the same match again, because it now names the author of
    /// `post`, or no longer does. Its recipients are the viewers who see both posts. For any other
    /// viewer it has not changed, and a hint would disclose that `post` exists.
    func named(by post: StoredPost, in transaction: Transaction) throws(Refusal) {
        try named(by: post, to: Set(viewers(of: post, in: transaction)), in: transaction)
    }

    private func named(
        by post: StoredPost, to viewers: Set<User.ID>, in transaction: Transaction
    ) throws(Refusal) {
        guard let id = post.twin?.id, let twin = try transaction.first(.post(id)) else { return }
        let others = viewers.subtracting([post.author, twin.author])
        let both = try self.viewers(of: twin, in: transaction).filter(others.contains)
        try posted(twin, to: both, in: transaction)
    }

    private func posted(
        _ post: StoredPost, to viewers: [User.ID], in transaction: Transaction
    ) throws(Refusal) {
        guard !viewers.isEmpty else { return }
        var reader = CircleReader(viewer: post.author, catalogue: catalogue)
        let named = try shownNames(of: post, in: transaction)
        let groups = Dictionary(grouping: viewers) { viewer in
            named.filter { $0.viewers.contains(viewer) }.map(\.user)
        }
        for (names, viewers) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let outline = try reader.outline(post, naming: names, in: transaction)
            tell(
                .with { $0.posted = outline }, "post:\(outline.id)", of: post, to: viewers,
                in: transaction)
        }
    }

    /// The users whom a post names, each with those who see the name.
    private func shownNames(
        of post: StoredPost, in transaction: Transaction
    ) throws(Refusal) -> [(user: User.ID, viewers: Set<User.ID>)] {
        guard let companion = post.companion else {
            return try transaction.all(.company(of: post.id)).map { (user) throws(Refusal) in
                let friends = try Bonds.ids(of: user, allowing: .circle, in: transaction)
                return (user, Set(friends + [post.author, user]))
            }
        }
        var viewers = Set([post.author, companion])
        if let twin = post.twin {
            viewers.formUnion(
                try audience.friends(
                    of: companion, seeing: post.activity, isConfirmed: twin.isConfirmed,
                    in: transaction))
        }
        return [(companion, viewers)]
    }

    /// A post is deleted, and the other user's post about the match no longer names its author.
    func removed(_ post: StoredPost, in transaction: Transaction) throws(Refusal) {
        let id = post.id.wireText
        tell(
            .with { $0.removed = id }, "post:\(id)", of: post,
            to: try viewers(of: post, in: transaction), in: transaction)
        try named(by: post, in: transaction)
    }

    /// The number of likes of a post has changed.
    func liked(
        _ post: StoredPost, by actor: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        let id = post.id.wireText
        for (count, viewers) in try groups(.like, on: post, seeing: actor, in: transaction) {
            let likes = CircleLikes.with { ($0.post, $0.likes) = (id, count) }
            tell(
                .with { $0.liked = likes }, "likes:\(id)", of: post, to: viewers, in: transaction)
        }
    }

    /// A post has a new comment.
    func said(
        _ stored: StoredComment, _ comment: CircleComment, on post: StoredPost,
        in transaction: Transaction
    ) throws(Refusal) {
        for (count, viewers) in try groups(
            .comment, on: post, seeing: stored.author, in: transaction)
        {
            let said = CircleSaid.with {
                ($0.post, $0.comment, $0.commentCount) = (post.id.wireText, comment, count)
            }
            tell(
                .with { $0.said = said }, "comment:\(comment.id)", of: post, to: viewers,
                in: transaction)
        }
    }

    /// A comment is deleted.
    func unsaid(
        _ comment: StoredComment, on post: StoredPost, in transaction: Transaction
    ) throws(Refusal) {
        for (count, viewers) in try groups(
            .comment, on: post, seeing: comment.author, in: transaction)
        {
            let unsaid = CircleCommentRemoved.with {
                ($0.post, $0.comment, $0.commentCount) = (
                    post.id.wireText, comment.id.wireText, count
                )
            }
            tell(
                .with { $0.unsaid = unsaid }, "comment:\(unsaid.comment)", of: post, to: viewers,
                in: transaction)
        }
    }

    private func viewers(
        of post: StoredPost, in transaction: Transaction
    ) throws(Refusal) -> [User.ID] {
        let friends = try audience.friends(
            of: post.author, seeing: post.activity, isConfirmed: post.isConfirmed, in: transaction)
        return [post.author] + friends.sorted()
    }

    /// The viewers of a post, by the count that each of them sees. A viewer from whom a block hides
    /// the actor receives nothing.
    ///
    /// When the blocks between actors and other users are too many, the author is the only
    /// recipient: the author's total leaves out nobody else. Friends see the new count the next
    /// time they read the post.
    private func groups(
        _ kind: Act, on post: StoredPost, seeing actor: User.ID, in transaction: Transaction
    ) throws(Refusal) -> [(count: UInt32, viewers: [User.ID])] {
        let total = try transaction.first(.acts(kind, on: post, for: post.author))?.value ?? 0
        let hidden = try transaction.all(
            .hidden(kind, on: post, limit: CircleRules.hiddenMax + 1))
        let isTooMuch = hidden.count > CircleRules.hiddenMax
        let viewers = isTooMuch ? [post.author] : try viewers(of: post, in: transaction)
        var unseen: [User.ID: Int] = [:]
        for acts in Set(hidden) where acts.isFromFriend {
            unseen[acts.viewer, default: 0] += Int(acts.count)
        }
        let strangers = Set(try transaction.all(.hidden(from: actor)))
        var groups: [UInt32: [User.ID]] = [:]
        for viewer in viewers where !strangers.contains(viewer) {
            let count = UInt32(clamping: Int(total) - (unseen[viewer] ?? 0))
            groups[count, default: []].append(viewer)
        }
        return groups.sorted { $0.key < $1.key }.map { (count: $0.key, viewers: $0.value) }
    }

    private func tell(
        _ change: CircleChanged, _ key: String, of post: StoredPost, to viewers: [User.ID],
        in transaction: Transaction
    ) {
        guard !viewers.isEmpty else { return }
        transaction.signal(
            .hint(
                Hint(
                    .circleChanged(change), key: "circle:\(key)", about: post.author, to: viewers,
                    on: CircleFeature.topic)))
    }
}

extension Query where Row == User.ID {
    /// Users whom a block hides from a user.
    fileprivate static func hidden(from user: User.ID) -> Self {
        Query("SELECT other_id FROM circle_hidden WHERE user_id = \(user)") {
            columns throws(StoreError) in try columns.id()
        }
    }
}
