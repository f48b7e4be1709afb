import Friends
import Kernel

/// A user and the friends who have anything on, at one moment: all that decides a user's matches.
///
/// It is read at once for all friends: a query for each friend took six statements a friend.
struct MatchCandidates {
    /// What each friend has on that can match, whatever its audience. Most friends have nothing,
    /// and are not in it.
    private(set) var friends: [User.ID: Set<String>] = [:]
    private let on: Set<String>
    private var excluded: [User.ID: Set<String>] = [:]
    private var excludedBy: [User.ID: Set<String>] = [:]
    private let catalogue: ActivityCatalogue

    /// Of `user`, now.
    init(
        of user: User.ID, _ catalogue: ActivityCatalogue, in snapshot: Snapshot
    ) throws(Refusal) {
        self.catalogue = catalogue
        on = Set(try snapshot.all(.toggles(of: user, at: snapshot.now)).map(\.activity))
        guard !on.isEmpty else { return }
        let isUpForAnything = on.contains(where: catalogue.isWildcard)
        for toggle in try snapshot.all(.friendToggles(for: user, at: snapshot.now))
        where isUpForAnything || on.contains(toggle.activity)
            || catalogue.isWildcard(toggle.activity)
        {
            friends[toggle.user, default: []].insert(toggle.activity)
        }
        // These are read even if no friend has anything on: otherwise the time would disclose
        // friends who exclude `user`.
        for exclusion in try snapshot.all(.exclusions(by: user)) {
            excluded[exclusion.user, default: []].insert(exclusion.activity)
        }
        for exclusion in try snapshot.all(.exclusions(of: user)) {
            excludedBy[exclusion.user, default: []].insert(exclusion.activity)
        }
    }

    /// The activities for which the two match.
    func matches(with friend: User.ID) -> Set<String> {
        guard let theirs = friends[friend] else { return [] }
        return MatchRules.matches(
            MatchRules.Side(on: on, excluded: excluded[friend] ?? []),
            MatchRules.Side(on: theirs, excluded: excludedBy[friend] ?? []), in: catalogue)
    }
}

/// A friend, and an activity.
struct FriendActivity: Equatable, Sendable {
    let user: User.ID
    let activity: String
}

extension Query where Row == FriendActivity {
    private static func decode(_ columns: inout Columns) throws(StoreError) -> FriendActivity {
        FriendActivity(user: try columns.id(), activity: try columns.text())
    }

    /// Activities that friends of `user` have on.
    static func friendToggles(for user: User.ID, at now: Moment) -> Self {
        Query(
            """
            SELECT s.user_id, s.activity FROM relation f
            JOIN activity_state s ON s.user_id = f.other_id
            WHERE f.user_id = \(user) AND f.kind IN \(BondRight.activities.kinds)
                AND s.expires_ms > \(now)
            """, decode: decode)
    }

    /// Friends whom `user` has excluded, with the activities.
    static func exclusions(by user: User.ID) -> Self {
        Query(
            "SELECT friend_id, activity FROM activity_exclusion WHERE user_id = \(user)",
            decode: decode)
    }

    /// Friends who have excluded `user`, with the activities.
    static func exclusions(of user: User.ID) -> Self {
        Query(
            "SELECT user_id, activity FROM activity_exclusion WHERE friend_id = \(user)",
            decode: decode)
    }
}
