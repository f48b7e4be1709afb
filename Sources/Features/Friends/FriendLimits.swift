import Kernel
import Wire

/// How long lists may grow: what is bounded when it is written can be answered whole.
public struct FriendLimits: Equatable, Sendable {
    /// Most friends of one person.
    public var friends = 1_000
    /// Most requests of one person that have no answer; most of others that the mailbox shows.
    public var requests = 200
    /// Most people that one person has blocked.
    public var blocks = 1_000

    /// What the protocol's page says.
    public init() {}

    /// Refuses one more friend.
    func requireRoomForFriend(
        of user: User.ID, _ field: String, in snapshot: Snapshot
    ) throws(Refusal) {
        let count = try snapshot.first(.friendCount(of: user))
        try require(count, under: friends, field, "friends")
    }

    /// Refuses one more request.
    func requireRoomForRequest(
        from sender: User.ID, _ field: String, in snapshot: Snapshot
    ) throws(Refusal) {
        let count = try snapshot.first(.requestCount(from: sender))
        try require(count, under: requests, field, "requests without an answer")
    }

    /// Refuses one more block.
    func requireRoomForBlock(
        by user: User.ID, _ field: String, in snapshot: Snapshot
    ) throws(Refusal) {
        let count = try snapshot.first(.blockCount(by: user))
        try require(count, under: blocks, field, "blocked people")
    }

    private func require(
        _ count: Count?, under limit: Int, _ field: String, _ what: String
    ) throws(Refusal) {
        guard (count?.value ?? 0) < limit else {
            throw Refusal(
                .listFull, field: field, "limit reached: \(limit) \(what)")
        }
    }
}
