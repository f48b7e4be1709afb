import Activities
import Friends
import Kernel

/// For which friends of its author a post is meant: for all of them, if the author has confirmed
/// the match; otherwise for those for whom the activity is meant, and every wildcard.
struct CircleAudience: Sendable {
    private let wildcards: [String]

    init(catalogue: ActivityCatalogue) {
        wildcards = catalogue.entries.filter(\.isWildcard).map(\.name)
    }

    /// An activity, and the wildcards that may have stood for it.
    func names(of activity: String) -> [String] { [activity] + wildcards }

    /// Friends of the author who see a post.
    func friends(
        of author: User.ID, seeing activity: String, isConfirmed: Bool, in snapshot: Snapshot
    ) throws(Refusal) -> Set<User.ID> {
        var friends = Set(try Bonds.ids(of: author, allowing: .circle, in: snapshot))
        guard !isConfirmed else { return friends }
        for name in names(of: activity) {
            friends.subtract(
                try ActivitiesFeature.excluded(by: author, from: name, in: snapshot))
        }
        return friends
    }

    /// Whether what `author` did is meant for somebody; oneself is left out of nothing.
    func includes(
        _ viewer: User.ID, in activity: String, of author: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        let names = list(activity: "\(activity)")
        return try snapshot.first(.exclusion(of: viewer, by: author, from: names)) == nil
    }

    /// In a statement: whether the post `p` is meant for a friend of its author.
    ///
    /// - Index: the exclusions of the viewer by the author.
    func includes(_ viewer: User.ID) -> SQL {
        """
        (p.is_confirmed = 1 OR NOT EXISTS (
            SELECT 1 FROM activity_exclusion x
            WHERE x.user_id = p.author AND x.friend_id = \(viewer)
                AND x.activity IN (\(list(activity: "p.activity")))))
        """
    }

    /// In a statement: the names of an activity and of the wildcards.
    func list(activity: SQL) -> SQL {
        wildcards.reduce(activity) { "\($0), \($1)" }
    }
}
