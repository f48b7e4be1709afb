import Activities
public import Kernel
import Wire

extension CircleFeature {
    /// A post as whoever sees it may report it.
    public struct ReportedPost: Sendable {
        /// The post's id in the store.
        public let id: Int64
        /// The activity's title, and what the post says now.
        public let text: String
    }

    /// A post of `author` that `viewer` may see, named in `field` of a command.
    ///
    /// - Throws: `.notFound`, alike for what does not exist and for what is not to be seen.
    public func post(
        named text: String, by author: User.ID, seenBy viewer: User.ID, field: String,
        in snapshot: Snapshot
    ) throws(Refusal) -> ReportedPost {
        let reader = CircleReader(viewer: viewer, catalogue: catalogue)
        let post = try reader.post(named: text, field: field, in: snapshot)
        guard post.author == author else { throw .noSuchPost(field) }
        let title = catalogue.title(of: post.activity)
        return ReportedPost(
            id: post.id.rawValue, text: post.text.isEmpty ? title : "\(title): \(post.text)")
    }

    /// Deletes a post as its author could; nothing for one that is gone.
    public func remove(_ id: Int64, in transaction: Transaction) throws(Refusal) {
        guard let post = try transaction.first(.post(Post.ID(rawValue: id))) else { return }
        try CircleCommands.remove(post.id, in: transaction)
        try commands.news.removed(post, in: transaction)
    }
}
