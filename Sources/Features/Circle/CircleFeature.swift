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

    /// - Parameters:
    ///   - catalogue: the activities of this server.
    ///   - lasting: how long a match lasts that is posted by itself.
    public init(catalogue: ActivityCatalogue, lasting: Duration = .seconds(15 * 60)) {
        self.catalogue = catalogue
        let news = CircleNews(catalogue: catalogue)
        poster = CirclePoster(catalogue: catalogue, news: news, lasting: lasting)
        pages = CirclePages(catalogue: catalogue)
        commands = CircleCommands(catalogue: catalogue, news: news)
    }

    /// An overlap is over, and everybody knows: it may be worth a post.
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
