import Accounts
import Activities
import Friends
import Kernel
import Wire

/// Posts as one viewer may see them.
///
/// A post is visible to its author and to the author's current friends for whom it is meant. Its
/// companion is named to the author, to the companion, and to viewers of the companion's own post
/// about the match.
struct CircleReader {
    let viewer: User.ID
    let catalogue: ActivityCatalogue
    private let audience: CircleAudience
    private var profiles: [User.ID: UserProfile] = [:]

    init(viewer: User.ID, catalogue: ActivityCatalogue) {
        self.viewer = viewer
        self.catalogue = catalogue
        audience = CircleAudience(catalogue: catalogue)
    }

    /// The post named in `field` of a command.
    ///
    /// - Throws: `.notFound`, whether the post does not exist or is hidden from the viewer.
    func post(
        named text: String, field: String = "post", in snapshot: Snapshot
    ) throws(Refusal) -> StoredPost {
        let (stored, isSeen) = try find(text, in: snapshot)
        guard let stored, isSeen else { throw .noSuchPost(field) }
        return stored
    }

    /// A post, and whether the viewer may see it. The look-ups are the same for every author.
    func find(
        _ text: String, in snapshot: Snapshot
    ) throws(Refusal) -> (post: StoredPost?, isSeen: Bool) {
        let stored = try snapshot.first(.post(Post.ID(wireText: text) ?? 0))
        let isSeen = try sees(
            stored?.activity ?? "", of: stored?.author ?? .nobody,
            isConfirmed: stored?.isConfirmed ?? false, in: snapshot)
        return (stored, isSeen)
    }

    private func sees(
        _ activity: String, of author: User.ID, isConfirmed: Bool, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let pair = UserPair(viewer, author) else { return true }
        let isFriend = try Bonds.allow(.circle, pair, in: snapshot)
        let isMeant = try audience.includes(viewer, in: activity, of: author, in: snapshot)
        return isFriend && (isMeant || isConfirmed)
    }

    /// My own post, named in `field` of a command.
    func ownPost(named text: String, in snapshot: Snapshot) throws(Refusal) -> StoredPost {
        let stored = try snapshot.first(.post(Post.ID(wireText: text) ?? 0))
        guard let stored, stored.author == viewer else { throw .noSuchPost("post") }
        return stored
    }

    /// A post with its likes and newest comments.
    mutating func whole(
        _ stored: StoredPost, in snapshot: Snapshot
    ) throws(Refusal) -> CirclePost {
        var post = try outline(stored, naming: named(by: stored, in: snapshot), in: snapshot)
        post.likes = try snapshot.first(.acts(.like, on: stored, for: viewer))?.value ?? 0
        post.liked = try snapshot.first(.acts(.like, on: stored.id, by: viewer)) != nil
        let comments = try snapshot.all(
            .comments(
                on: stored, for: viewer, before: Comment.ID(rawValue: .max),
                limit: CircleRules.shownComments))
        for comment in comments.reversed() {
            post.comments.append(try self.comment(comment, in: snapshot))
        }
        post.commentCount = try snapshot.first(.acts(.comment, on: stored, for: viewer))?.value ?? 0
        return post
    }

    /// A post without likes and comments, as a hint to many viewers contains it.
    ///
    /// - Parameter named: whom it names beside its author.
    mutating func outline(
        _ stored: StoredPost, naming named: [User.ID], in snapshot: Snapshot
    ) throws(Refusal) -> CirclePost {
        var post = CirclePost()
        post.id = stored.id.wireText
        post.author = try profile(of: stored.author, in: snapshot)
        if let first = named.first { post.with = try profile(of: first, in: snapshot) }
        for other in named.dropFirst() {
            post.others.append(try profile(of: other, in: snapshot))
        }
        post.activity = stored.activity
        post.title = catalogue.title(of: stored.activity)
        post.text = stored.text
        post.at = stored.at.timestamp
        post.link = "/circle/\(post.id)"
        return post
    }

    mutating func comment(
        _ stored: StoredComment, in snapshot: Snapshot
    ) throws(Refusal) -> CircleComment {
        var comment = CircleComment()
        comment.id = stored.id.wireText
        comment.from = try profile(of: stored.author, in: snapshot)
        comment.text = stored.text
        comment.at = stored.at.timestamp
        return comment
    }

    /// The users whom a post names to the viewer.
    private func named(by post: StoredPost, in snapshot: Snapshot) throws(Refusal) -> [User.ID] {
        guard let companion = post.companion else {
            let company = try snapshot.all(.company(of: post.id))
            guard viewer != post.author else { return company }
            var named: [User.ID] = []
            for user in company {
                if let pair = UserPair(viewer, user) {
                    guard try Bonds.allow(.circle, pair, in: snapshot) else { continue }
                }
                named.append(user)
            }
            return named
        }
        if viewer == post.author || viewer == companion { return [companion] }
        guard let twin = post.twin else { return [] }
        let seesTwin = try sees(
            post.activity, of: companion, isConfirmed: twin.isConfirmed, in: snapshot)
        return seesTwin ? [companion] : []
    }

    private mutating func profile(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> UserProfile {
        if let known = profiles[user] { return known }
        let profile = try snapshot.first(.account(of: user))?.profile ?? UserProfile()
        profiles[user] = profile
        return profile
    }
}

extension Refusal {
    static func noSuchPost(_ field: String) -> Refusal {
        Refusal(.notFound, field: field, "there is no such post")
    }
}

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

    /// Whether what `author` did is meant for a reader; authors see all of their own.
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

/// A comment or a like, hidden by a block.
struct HiddenActs: Hashable, Sendable {
    let viewer: User.ID
    let actor: User.ID
    let count: UInt32
    /// Whether the author's friends include the viewer.
    let isFromFriend: Bool
}

extension Query where Row == HiddenActs {
    /// Some of the acts that a block hides from other viewers but not from the author; twice where
    /// both users blocked one another.
    ///
    /// - Parameter limit: blocks that are read in each direction, over all users: the number of
    ///   users who block one user is unbounded.
    /// - Index: from each actor to that actor's blocks, in both directions. A join with
    ///   `circle_hidden` would read all blocks.
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
