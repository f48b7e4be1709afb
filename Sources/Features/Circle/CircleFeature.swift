public import Accounts
public import Activities
public import Friends
public import Kernel
import Wire

/// The circle: what I and my friends did, to be liked and talked about (Z27-Z34).
public struct CircleFeature: Sendable {
    /// The circle, while a connection shows it.
    static let topic = Topic("circle")

    let catalogue: ActivityCatalogue
    private let poster: CirclePoster
    private let pages: CirclePages
    let commands: CircleCommands

    /// Whether two users are members of one plan for an activity at a time.
    public typealias PlanRule =
        @Sendable (UserPair, _ activity: String, ClosedRange<Moment>, Snapshot) throws(Refusal) ->
        Bool

    /// - Parameters:
    ///   - catalogue: the activities of this server.
    ///   - lasting: how long a match must last to be posted automatically.
    ///   - arePlanned: a match of two members of one plan is not posted by itself.
    public init(
        catalogue: ActivityCatalogue, lasting: Duration = .seconds(15 * 60),
        arePlanned: @escaping PlanRule = { (_, _, _, _) throws(Refusal) in false }
    ) {
        self.catalogue = catalogue
        let news = CircleNews(catalogue: catalogue)
        poster = CirclePoster(
            catalogue: catalogue, news: news, lasting: lasting, arePlanned: arePlanned)
        pages = CirclePages(catalogue: catalogue)
        commands = CircleCommands(catalogue: catalogue, news: news)
    }

    /// An overlap has ended, and both users know of it: it may become a post.
    public var overlapEnded: ActivitiesFeature.OverlapObserver {
        let poster = poster
        return { (overlap, transaction) throws(Refusal) in
            try poster.ended(overlap, in: transaction)
        }
    }

    /// A user has turned an activity on or off: what waited for that is posted.
    public var toggled: ActivitiesFeature.ToggleObserver {
        let poster = poster
        return { (user, _, transaction) throws(Refusal) in
            try poster.toggled(user, in: transaction)
        }
    }

    /// A user lets matches be posted, or no longer: then what that user has confirmed waits for no
    /// answer.
    public static let discretionChanged: AccountsFeature.DiscretionObserver = {
        (user, change, transaction) throws(Refusal) in
        guard change.old.postsOnCircle, !change.new.postsOnCircle else { return }
        try Confirmations.withdraw(of: user, in: transaction)
    }

    /// What waits for an answer ends with the friendship.
    public static let friendshipChanged: Friendships.Observer = Confirmations.friendshipChanged

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(CircleSchema.migrations)
        installEvents(in: &catalog)
        catalog.read(
            Command.circleList, reply: { .circlePage($0) },
            next: { body in
                guard case .circlePage(let page) = body, page.more else { return nil }
                return page.posts.last.map { RouteAnswer.query("before", $0.id) }
            }, pages.list)
        catalog.read(Command.circleRead, reply: { .circlePost($0) }, pages.read)
        catalog.read(
            Command.circleComments, reply: { .circleComments($0) },
            next: { body in
                guard case .circleComments(let page) = body, page.more else { return nil }
                return page.comments.first.map { RouteAnswer.query("before", $0.id) }
            }, pages.comments)
        catalog.writeOnce(
            Command.circleConfirm, reply: { .circleConfirmed($0) }, rate: .settings,
            takesBack: { .when($0.hasOn && !$0.on) }, poster.confirm)
        catalog.writeOnce(
            Command.circleEdit, reply: { .circlePost($0) }, rate: .settings,
            takesBack: { .when($0.text.isEmpty) }, again: commands.edited, commands.edit)
        catalog.writeOnce(
            Command.circleRemove, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, commands.remove)
        catalog.writeOnce(
            Command.circleLike, reply: { .circleLikes($0) }, rate: .settings,
            takesBack: { .when($0.hasLiked && !$0.liked) }, commands.like)
        catalog.writeOnce(
            Command.circleSay, reply: { .circleSaid($0) }, rate: .messages,
            again: commands.hasSaid, commands.say)
        catalog.writeOnce(
            Command.circleUnsay, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, commands.unsay)
        catalog.topic(Self.topic, Command.circleOpen) { command throws(Refusal) in
            guard command.hasOn else {
                throw Refusal(.invalidField, field: "on", "expected true or false")
            }
            return command.on
        }
        let poster = poster
        catalog.chore("circle.forget", every: .seconds(60)) { transaction throws(Refusal) in
            try poster.forget(in: transaction)
        }
        catalog.backlog("circle.post", every: .seconds(1), poster.postDue)
        catalog.backlog("circle.clear", every: .seconds(1), CircleErasure.clear)
        catalog.onErase(CircleErasure.erase)
        CircleErasure.disclose(in: &catalog, catalogue)
    }
}

extension CircleFeature: Feature {
    /// What it is called in the settings.
    public static let name = "circle"
    /// When matches are posted automatically.
    public static let settings = [minutes]

    /// How long a match must last to be posted automatically.
    public static let minutes = Setting(
        "circle.minutes", .integer(15, in: 0...10_080, unit: "minutes"),
        "A match that lasted at least this long is posted on the circle when it ends.")
}

extension CircleFeature {
    /// Events about posts.
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

extension CircleFeature {
    /// A post as its reader may report it.
    public struct ReportedPost: Sendable {
        /// The post's id in the store.
        public let id: Int64
        /// The activity's title, and what the post says now.
        public let text: String
    }

    /// A post of `author` that `viewer` may see, named in `field` of a command.
    ///
    /// - Throws: `.notFound`, whether the post does not exist or is hidden from the viewer.
    public func post(
        named text: String, by author: User.ID, seenBy viewer: User.ID, field: String,
        in snapshot: Snapshot
    ) throws(Refusal) -> ReportedPost {
        let reader = CircleReader(viewer: viewer, catalogue: catalogue)
        let post = try reader.post(named: text, field: field, in: snapshot)
        guard post.author == author else { throw .noSuchPost(field) }
        let title = catalogue.title(of: post.activity)
        return ReportedPost(
            id: post.id.rawValue, text: post.text.isEmpty ? title : "\(title): \(post.text)")
    }

    /// Deletes a post as its author could; nothing for one that is deleted already.
    public func remove(_ id: Int64, in transaction: Transaction) throws(Refusal) {
        guard let post = try transaction.first(.post(Post.ID(rawValue: id))) else { return }
        try CircleCommands.remove(post.id, in: transaction)
        try commands.news.removed(post, in: transaction)
    }
}
