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
                try FriendsFeature.isFriend(said.comment.from.username, of: user, in: snapshot)
                    ? said : nil
            })
        catalog.event(
            \.circleAsked, people: { [$0.friend.username] },
            notify: { asked in
                News(
                    "circle_asked", from: asked.friend,
                    "Did you meet \(asked.friend.displayName) for \(asked.activity)?")
            },
            stillHolds: { (asked, user, snapshot) throws(Refusal) in
                try FriendsFeature.isFriend(asked.friend.username, of: user, in: snapshot)
                    ? asked : nil
            })
    }
}
