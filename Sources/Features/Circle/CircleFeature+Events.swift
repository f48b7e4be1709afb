import Friends
import Kernel
import Wire

extension CircleFeature {
    /// What people are told of posts about them.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(
            \.circleCommented, people: { [$0.comment.from.username] },
            notify: { said in
                let from = said.comment.from
                return News(
                    "comment", from: from, "\(from.displayName): \(News.cut(said.comment.text))")
            },
            stillHolds: { (said, user, snapshot) throws(Refusal) in
                guard
                    try FriendsFeature.isFriend(
                        said.comment.from.username, of: user, in: snapshot)
                else { return nil }
                return try Self.isThere(said, for: user, in: snapshot) ? said : nil
            })
        catalog.replay(\.circleCommented) { user, snapshot in
            { (said) throws(Refusal) in try Self.isThere(said, for: user, in: snapshot) }
        }
        catalog.event(
            \.circleAsked, people: { [$0.friend.username] },
            notify: { asked in
                News(
                    "circle_asked", from: asked.friend,
                    "Did you meet \(asked.friend.displayName) for \(asked.activity)?")
            },
            stillHolds: { (asked, user, snapshot) throws(Refusal) in
                try Confirmations.exists(asked, to: user, isOpen: true, in: snapshot) ? asked : nil
            })
        catalog.replay(\.circleAsked) { user, snapshot in
            { (asked) throws(Refusal) in
                try Confirmations.exists(asked, to: user, isOpen: false, in: snapshot)
            }
        }
    }

    /// Whether the author of a post still reads a comment on it.
    private static func isThere(
        _ said: CircleCommented, for user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let comment = Comment.ID(wireText: said.comment.id),
            let post = Post.ID(wireText: said.post)
        else { return false }
        let author = said.comment.from.username
        return try snapshot.first(.comment(comment, on: post, by: author, for: user)) != nil
    }
}
