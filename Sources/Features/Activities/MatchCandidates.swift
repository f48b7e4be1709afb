import Accounts
import Friends
import Kernel

/// A user and the friends who have anything on, at one moment: all that decides a user's matches.
///
/// It is read at once for all friends: a query for each friend took six statements a friend.
struct MatchCandidates {
    /// What the user has on, whatever its audience.
    let on: [Toggle]
    /// What each friend has on that can match, whatever its audience. Most friends have nothing,
    /// and are not in it.
    private(set) var friends: [User.ID: [Toggle]] = [:]
    private let user: User.ID
    private var excluded: [User.ID: Set<String>] = [:]
    private var excludedBy: [User.ID: Set<String>] = [:]

    /// Of `user`, now.
    init(of user: User.ID, in snapshot: Snapshot) throws(Refusal) {
        self.user = user
        on = try snapshot.all(.toggles(of: user, at: snapshot.now))
        guard !on.isEmpty else { return }
        let isUpForAnything = on.contains(where: \.isWildcard)
        let activities = Set(on.map(\.activity))
        for toggle in try snapshot.all(.friendToggles(for: user, at: snapshot.now))
        where isUpForAnything || toggle.isWildcard || activities.contains(toggle.activity) {
            friends[toggle.user, default: []].append(toggle)
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

    /// The user, as far as it concerns a friend.
    ///
    /// - Parameter on: what the user has on; nil: as it is now.
    func mine(towards friend: User.ID, on: [Toggle]? = nil) -> MatchRules.Side {
        MatchRules.Side(user, on: on ?? self.on, excluded: excluded[friend] ?? [])
    }

    /// A friend, as far as it concerns the user.
    func side(of friend: User.ID) -> MatchRules.Side {
        MatchRules.Side(friend, on: friends[friend] ?? [], excluded: excludedBy[friend] ?? [])
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
