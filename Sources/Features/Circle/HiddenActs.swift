import Friends
import Kernel
import Wire

/// What somebody did about a post, hidden by a block.
struct HiddenActs: Hashable, Sendable {
    let viewer: User.ID
    let actor: User.ID
    let count: UInt32
    /// Whether the author's friends include the viewer.
    let isFromFriend: Bool
}

extension Query where Row == HiddenActs {
    /// Some of what is hidden from others, and not from the author; twice, where both blocked.
    ///
    /// - Parameter limit: blocks that are looked at each way, whomever they are between: how often
    ///   somebody is blocked has no limit.
    /// - Index: from each who did something to their blocks, both ways. A join with
    ///   `circle_hidden` would read all blocks there are.
    static func hidden(_ kind: Act, on post: StoredPost, limit: Int) -> Self {
        Query(
            """
            WITH acts (actor, count) AS (
                SELECT a.actor, a.count FROM circle_act a JOIN person p ON p.id = a.actor
                WHERE a.post_id = \(post.id) AND a.kind = \(kind.rawValue) AND NOT EXISTS
                    (SELECT 1 FROM circle_hidden h
                    WHERE h.user_id = \(post.author) AND h.other_id = a.actor))
            SELECT h.viewer, h.actor, h.count, EXISTS
                (SELECT 1 FROM relation f
                WHERE f.user_id = \(post.author) AND f.other_id = h.viewer
                    AND f.kind IN \(BondRight.circle.kinds))
            FROM (
                SELECT * FROM (
                    SELECT b.blocked AS viewer, a.actor, a.count
                    FROM acts a CROSS JOIN block b WHERE b.blocker = a.actor
                    LIMIT \(Int64(limit))) AS one
                UNION ALL
                SELECT * FROM (
                    SELECT b.blocker, a.actor, a.count
                    FROM acts a CROSS JOIN block b WHERE b.blocked = a.actor
                    LIMIT \(Int64(limit))) AS other) AS h
            """
        ) { columns throws(StoreError) in
            HiddenActs(
                viewer: try columns.id(), actor: try columns.id(), count: try columns.count(),
                isFromFriend: try columns.flag())
        }
    }
}
