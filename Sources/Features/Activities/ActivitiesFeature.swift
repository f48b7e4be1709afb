import Accounts
public import Friends
public import Kernel
import Wire

/// Activities: what users are up for, and matches of friends who are up for the same (Z35-Z47).
public struct ActivitiesFeature: Sendable {
    private let toggles: ActivityCommands
    private let audiences: AudienceCommands
    private let matches: MatchCommands
    private let matcher: Matcher

    /// Runs in the transaction in which an overlap begins, or is over, and both users receive an
    /// event; not when the overlap ends with the friendship.
    public typealias OverlapObserver = @Sendable (Overlap, Transaction) throws(Refusal) -> Void

    /// Runs in the transaction in which a user's audience has changed.
    ///
    /// - Parameters:
    ///   - audience: its user, and the name of what is meant for it.
    ///   - added: friends for whom it is meant from now on.
    ///   - dropped: friends for whom it no longer is.
    public typealias AudienceObserver =
        @Sendable (
            _ audience: (user: User.ID, activity: String), _ added: Set<User.ID>,
            _ dropped: Set<User.ID>, Transaction
        ) throws(Refusal) -> Void

    /// Runs in the transaction in which a user has turned an activity on or off, or its time begins
    /// or is over; not when its time is extended.
    public typealias ToggleObserver =
        @Sendable (_ user: User.ID, _ activity: String, Transaction) throws(Refusal) -> Void

    /// - Parameters:
    ///   - catalogue: the activities of this server.
    ///   - observers: run when an overlap is over.
    ///   - beginObservers: run when an overlap begins.
    ///   - audiences: other things that have an audience, by their names: "@place".
    ///   - audienceObservers: run when an audience has changed.
    ///   - toggleObservers: run when an activity was turned on or off.
    public init(
        catalogue: ActivityCatalogue, observers: [OverlapObserver] = [],
        beginObservers: [OverlapObserver] = [], audiences names: Set<String> = [],
        audienceObservers: [AudienceObserver] = [], toggleObservers: [ToggleObserver] = []
    ) {
        matcher = Matcher(observers: observers, beginObservers: beginObservers)
        toggles = ActivityCommands(
            catalogue: catalogue, matcher: matcher, observers: toggleObservers)
        audiences = AudienceCommands(
            catalogue: catalogue, matcher: matcher, names: names, observers: audienceObservers)
        matches = MatchCommands(catalogue: catalogue)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(ActivitySchema.migrations)
        installEvents(in: &catalog)
        catalog.read(Command.activityList, reply: { .activities($0) }, toggles.list)
        catalog.writeOnce(
            Command.activitySet, reply: { .activity($0) }, rate: .toggles,
            takesBack: { .when($0.hasOn && !$0.on) }, again: toggles.again, toggles.set)
        catalog.read(Command.audienceList, reply: { .audience($0) }, audiences.list)
        catalog.writeOnce(
            Command.audienceSelect, reply: { .audience($0) }, rate: .settings,
            takesBack: { .when($0.hasSelected && !$0.selected) }, audiences.select)
        catalog.writeOnce(
            Command.audienceSet, reply: { .audience($0) }, rate: .audiences,
            count: AudienceCommands.count,
            takesBack: audiences.takesBack, audiences.set)
        catalog.read(Command.matchList, reply: { .matches($0) }, matches.list)
        catalog.read(Command.matchWhy, reply: { .matchReason($0) }, matches.why)
        MatchOrders(catalogue: matches.catalogue).install(in: &catalog)
        GroupToggles(catalogue: matches.catalogue, matcher: matcher).install(in: &catalog)
        catalog.onErase(ActivityErasure.step)
        ActivityDisclosure(toggles: toggles).install(in: &catalog)
        let (toggles, matches, matcher) = (toggles, matches, matcher)
        catalog.contribute { (caller, snapshot, whole) throws(Refusal) in
            whole.activities = try toggles.list(ActivityList(), caller, snapshot)
            whole.matches = try matches.list(MatchList(), caller, snapshot)
        }
        catalog.atStart { transaction throws(Refusal) in try toggles.retire(in: transaction) }
        catalog.backlog("activity.expire", every: .seconds(1), toggles.expire)
        catalog.backlog("activity.ending", every: .seconds(1), toggles.announceDue)
        catalog.backlog("match.end", every: .seconds(1), matcher.announceEnds)
        catalog.backlog("match.forget", every: .seconds(1), matches.forget)
    }

    /// Turns an activity on, as its command does.
    public func turnOn(
        _ activity: String, _ caller: Caller, in transaction: Transaction
    ) throws(Refusal) {
        var command = ActivitySet()
        (command.activity, command.on) = (activity, true)
        _ = try toggles.set(command, caller, transaction)
    }

    /// An overlap, while it is kept.
    public static func overlap(
        _ id: Overlap.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Overlap? {
        try snapshot.first(.overlap(id))
    }

    /// The matches of a user and friends for an activity that last, by friend.
    public static func current(
        of user: User.ID, for activity: String, in snapshot: Snapshot
    ) throws(Refusal) -> [Overlap] {
        try snapshot.all(.current(of: user, among: .friends, activity))
            .filter { $0.ended == nil }.sorted { ($0.low, $0.high) < ($1.low, $1.high) }
    }

    /// Friends whom `user` has excluded from something.
    public static func excluded(
        by user: User.ID, from activity: String, in snapshot: Snapshot
    ) throws(Refusal) -> Set<User.ID> {
        Set(try snapshot.all(.excluded(by: user, from: activity)))
    }

    /// Users who have excluded `user` from something.
    public static func excluding(
        _ user: User.ID, from activity: String, in snapshot: Snapshot
    ) throws(Refusal) -> Set<User.ID> {
        Set(try snapshot.all(.excluding(user, from: activity)))
    }

    /// The overlaps of two users for an activity that last, or ended at `since` or later, and not
    /// with the friendship; newest first, and 20 at most.
    public static func overlaps(
        of pair: UserPair, for activity: String, endedSince since: Moment, in snapshot: Snapshot
    ) throws(Refusal) -> [Overlap] {
        try snapshot.all(.overlaps(of: pair, for: activity, endedSince: since, limit: 20))
    }

    /// A friendship began or ended: both may have the same thing on (Z46).
    public var friendshipChanged: Friendships.Observer {
        let matcher = matcher
        return { (pair, exists, transaction) throws(Refusal) in
            if exists {
                try FutureFriendsPolicy.leaveOut(pair, in: transaction)
                try matcher.reconcile(pair, in: transaction)
            } else {
                try matcher.part(pair, in: transaction)
            }
        }
    }
}

extension Rate {
    /// Toggles of activities.
    public static let toggles = Rate(
        "toggles", of: .user, 10, each: .minute, unit: "toggles",
        "Activities that a user turns on or off.")

    /// Friends who are added to an audience: at once, as many as a user may have.
    public static let audiences = Rate(
        "audiences", of: .user, unit: "friends",
        burst: (1_000, 100_000, "Friends whom a user adds to audiences at once (burst)."),
        perMinute: (60, 100_000, "Friends whom a user adds per minute, after the burst."))
}

extension ActivitiesFeature: Feature {
    /// What it is called in the settings.
    public static let name = "activities"
    /// Toggles, and their audiences.
    public static let rates: [Rate] = [.toggles, .audiences]
    /// When a user is notified that a toggle ends.
    public static let settings = [noticeMinutes]

    /// How long before a toggle ends its owner is notified.
    public static let noticeMinutes = Setting(
        "toggles.noticeMinutes", .integer(10, in: 0...10_080, unit: "minutes"),
        "How long before an activity turns itself off its user is notified, but never before half"
            + " of its time is over; 0: no notice.")
}

extension ActivitiesFeature {
    /// A match is soon over, and a push service cannot withdraw a notification.
    private static let matchLifetime = Duration.seconds(600)

    /// Events about a user's own toggles, and about matches.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(\.activityChanged) { _ in [] }
        catalog.event(
            \.activityEnding, people: { _ in [] },
            notify: { ending in
                News(
                    "ending", from: UserProfile(username: "", displayName: "Upfor"),
                    "Still up for \(ending.activity)?", lifetime: Self.matchLifetime,
                    activity: ending.activity)
            },
            stillHolds: { (ending, user, snapshot) throws(Refusal) in
                let toggles = try snapshot.all(.toggles(of: user, at: snapshot.now))
                let isOn = toggles.contains {
                    $0.activity == ending.activity && $0.expires.timestamp == ending.expiresAt
                }
                return isOn ? ending : nil
            })
        catalog.event(\.audienceChanged) { _ in [] }
        catalog.event(
            \.match, people: { [$0.with.username] },
            notify: { match in
                News(
                    "match", from: match.with,
                    "\(match.with.displayName) is up for \(match.activity) too",
                    lifetime: Self.matchLifetime)
            },
            gather: { (match, user, snapshot) throws(Refusal) in
                try Self.gathered(match, for: user, in: snapshot)
            },
            stillHolds: { (match, user, snapshot) throws(Refusal) in
                let lasts = try Self.isMatched(
                    user, with: match.with.username, for: match.activity, in: snapshot)
                return lasts ? match : nil
            })
        catalog.event(\.matchChanged) { [$0.with] }
        catalog.event(\.matchEnded) { [$0.with] }
        installReplays(in: &catalog)
    }

    /// All who match with a user for an activity, the one of an event first.
    private static func gathered(
        _ match: Match, for user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> News.Gathered? {
        var names: [String] = []
        for overlap in try current(of: user, for: match.activity, in: snapshot) {
            let other = try snapshot.first(.account(of: overlap.other(than: user)))?.profile
            if let other, other.username != match.with.username {
                names.append(other.displayName)
            }
        }
        let first = match.with.displayName
        let text =
            switch names.count {
            case 0: "\(first) is up for \(match.activity) too"
            case 1: "\(first) and \(names[0]) are up for \(match.activity) too"
            default: "\(first) and \(names.count) others are up for \(match.activity) too"
            }
        return News.Gathered("match:\(match.activity)", text)
    }

    /// Events refer to what users say about their toggles: it is read where it is kept, and gone
    /// when the toggle is.
    private func installReplays(in catalog: inout Catalog) {
        catalog.replay(\.activityChanged) { user, snapshot in
            var toggles: [Toggle]?
            return { (changed) throws(Refusal) in
                guard changed.on else { return changed }
                if toggles == nil {
                    toggles = try snapshot.all(.toggles(of: user, at: .epoch))
                }
                var changed = changed
                let toggle = toggles?.first { $0.activity == changed.activity }
                if let details = toggle?.details { changed.details = details }
                return changed
            }
        }
        catalog.replay(\.match) { user, snapshot in
            let said = SaidDetails(to: user, in: snapshot)
            return { (match) throws(Refusal) in
                let friend = match.with.username
                guard try FriendsFeature.isFriend(friend, of: user, in: snapshot) else {
                    return nil
                }
                var match = match
                if let details = try said.by(friend, about: match.activity) {
                    match.details = details
                }
                return match
            }
        }
        catalog.replay(\.matchChanged) { user, snapshot in
            let said = SaidDetails(to: user, in: snapshot)
            return { (changed) throws(Refusal) in
                let isReadable =
                    changed.room.isEmpty
                    ? try FriendsFeature.isFriend(changed.with, of: user, in: snapshot)
                    : try GroupToggles.areMembers(changed.with, user, changed.room, in: snapshot)
                guard isReadable else { return nil }
                var changed = changed
                if let details = try said.by(
                    changed.with, about: changed.activity, inGroup: changed.room)
                {
                    changed.details = details
                }
                return changed
            }
        }
        catalog.replay(\.matchEnded) { user, snapshot in
            { (end) throws(Refusal) in
                try FriendsFeature.isFriend(end.with, of: user, in: snapshot)
            }
        }
    }
}

extension ActivitiesFeature {
    /// Whether the two are friends, and up for the same thing now.
    public static func isMatched(
        _ user: User.ID, with other: String, for activity: String, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: other)),
            let pair = UserPair(user, account.id),
            try Bonds.allow(.activities, pair, in: snapshot)
        else { return false }
        return try snapshot.first(.current(of: pair, for: activity)) != nil
    }
}
