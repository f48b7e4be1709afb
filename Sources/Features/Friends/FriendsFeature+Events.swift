import Accounts
import Kernel
import Wire

extension FriendsFeature {
    /// What people are told of requests, friends and blocks.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(
            \.friendRequested, people: { [$0.from.username] },
            notify: { request in
                let said = request.message.isEmpty ? "" : ": \(News.cut(request.message))"
                return News(
                    "friend_request", from: request.from,
                    "\(request.from.displayName) asks to be your friend\(said)")
            },
            stillHolds: { (request, user, snapshot) throws(Refusal) in
                try Self.isPending(request, to: user, in: snapshot) ? request : nil
            })
        catalog.replay(\.friendRequested) { user, snapshot in
            { (request) throws(Refusal) in
                if request.message.isEmpty { return true }
                return try Self.isPending(request, to: user, in: snapshot)
            }
        }
        catalog.event(\.friendRequestClosed) { [$0.from, $0.to] }
        catalog.event(
            \.friendAdded, people: { [$0.friend.username] },
            notify: { added in
                News(
                    "friend_added", from: added.friend,
                    "\(added.friend.displayName) is your friend now")
            },
            stillHolds: { (added, user, snapshot) throws(Refusal) in
                try Self.isFriend(added.friend.username, of: user, in: snapshot) ? added : nil
            })
        catalog.event(\.friendRemoved) { [$0.friend] }
        catalog.event(\.blockChanged) { [$0.user.username] }
    }

    /// Whether this very request waits for the user's answer: not one that was taken back, and made
    /// again with other words.
    private static func isPending(
        _ request: FriendRequested, to user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try isAsked(user, by: request.from.username, saying: request.message, in: snapshot)
    }
}
