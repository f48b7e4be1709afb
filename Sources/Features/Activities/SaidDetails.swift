import Accounts
import Friends
import Kernel
import Rooms
import Wire

/// What other users say to a user about activities for which they match now. It is read at the
/// first question.
///
/// Stored events refer to it: see ``Kernel/Catalog/replay(_:as:)``.
final class SaidDetails {
    private let user: User.ID
    private let snapshot: Snapshot
    private var all: [Said]?

    init(to user: User.ID, in snapshot: Snapshot) { (self.user, self.snapshot) = (user, snapshot) }

    /// - Parameters:
    ///   - other: the username of the friend or member.
    ///   - room: the group; empty: they are friends.
    /// - Returns: nil: nothing.
    func by(
        _ other: String, about activity: String, inGroup room: String = ""
    ) throws(Refusal) -> ActivityDetails? {
        if all == nil { all = try snapshot.all(.said(to: user)) }
        for said in all ?? [] where said.username == other && said.activity == activity {
            let isFriend = said.scope == .friends
            let key = isFriend ? "" : try Groups.key(of: said.scope.room, in: snapshot)
            if key == room { return said.details }
        }
        return nil
    }
}

/// What one user says.
struct Said: Sendable {
    let scope: MatchScope
    let activity: String
    let username: String
    let details: ActivityDetails
}

extension Query where Row == Said {
    /// - Index: `overlap_low` and `overlap_high`; in groups, matches that have ended are deleted.
    fileprivate static func said(to user: User.ID) -> Self {
        let lasting: SQL = "ended_ms IS NULL AND (room_id > 0 OR room_id = 0 AND is_over = 0)"
        return Query(
            """
            SELECT m.room_id, m.activity, a.username, t.details
            FROM (
                SELECT high AS other_id, high_offer AS offer, room_id, activity FROM overlap
                WHERE low = \(user) AND \(lasting)
                UNION ALL
                SELECT low, low_offer, room_id, activity FROM overlap
                WHERE high = \(user) AND \(lasting)
            ) m
            JOIN toggle t ON t.user_id = m.other_id AND t.room_id = m.room_id
                AND t.activity = m.offer
            JOIN person a ON a.id = m.other_id
            WHERE t.details IS NOT NULL
            """
        ) { columns throws(StoreError) in
            Said(
                scope: MatchScope(room: try columns.integer()), activity: try columns.text(),
                username: try columns.text(),
                details: ActivityDetails.read(try columns.blob()) ?? ActivityDetails())
        }
    }
}
