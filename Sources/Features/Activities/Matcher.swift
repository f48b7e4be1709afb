import Accounts
import Friends
public import Kernel
import Rooms
import Wire

/// Keeps the stored matches equal to what toggles, friendships, groups and audiences say.
///
/// Whatever changed, the same step mends it: compare what a pair should match for with what is
/// stored, begin what is missing, end what no longer holds. All of it in the transaction of the
/// change, so that there is exactly one match and one notice to each (Z44, Z46).
struct Matcher: Sendable {
    /// Run when an overlap is over.
    var observers: [ActivitiesFeature.OverlapObserver] = []
    /// Run when an overlap begins.
    var beginObservers: [ActivitiesFeature.OverlapObserver] = []

    /// Mends every pair of friends that a change of `user`'s own toggles or audiences can concern.
    ///
    /// - Parameter change: changes the toggles. What friends saw of them before is read first.
    func reconcile(
        _ user: User.ID, in transaction: Transaction,
        after change: () throws(Refusal) -> Void = {}
    ) throws(Refusal) {
        let stored = Dictionary(grouping: try transaction.all(.current(of: user))) {
            $0.other(than: user)
        }
        try change()
        let candidates = try MatchCandidates(of: user, in: transaction)
        for friend in Set(candidates.friends.keys).union(stored.keys).sorted() {
            try mend(
                candidates.mine(towards: friend), candidates.side(of: friend),
                from: stored[friend] ?? [], among: .friends, in: transaction)
        }
    }

    /// Mends one pair of friends.
    func reconcile(_ pair: UserPair, in transaction: Transaction) throws(Refusal) {
        let stored = try transaction.all(.current(of: pair))
        let (low, high) = try sides(of: pair, in: transaction)
        try mend(low, high, from: stored, among: .friends, in: transaction)
    }

    /// Turns a toggle in a group on, and mends the pairs of its member.
    ///
    /// - Parameter others: the toggles of the members whom the user matches.
    func reconcile(
        _ toggle: Toggle, with others: [Toggle], in transaction: Transaction
    ) throws(Refusal) {
        let stored = Dictionary(
            grouping: try transaction.all(
                .current(of: toggle.user, among: toggle.scope, toggle.activity))
        ) { $0.other(than: toggle.user) }
        try toggle.store(dueAt: nil, in: transaction)
        let theirs = Dictionary(grouping: others, by: \.user)
        for other in Set(theirs.keys).union(stored.keys).sorted() {
            try mend(
                MatchRules.Side(toggle.user, on: [toggle]),
                MatchRules.Side(other, on: theirs[other] ?? []), from: stored[other] ?? [],
                among: toggle.scope, in: transaction)
        }
    }

    /// Turns off a toggle in a group, and ends its matches.
    ///
    /// - Parameter moment: when they end.
    func turnOff(
        _ activity: String, _ user: User.ID, inGroup room: Int64, at moment: Moment,
        in transaction: Transaction
    ) throws(Refusal) {
        guard try Toggle.turnOff(activity, user, among: .group(room), in: transaction) else {
            return
        }
        try transaction.note(
            moment < transaction.now ? .expired : .turnedOff, activity, by: user)
        for side in ["low", "high"] as [SQL] {
            try transaction.run(
                """
                UPDATE overlap SET ended_ms = \(moment) WHERE \(side) = \(user)
                    AND room_id = \(room) AND is_over = 0 AND activity = \(activity)
                    AND ended_ms IS NULL
                """)
        }
    }

    private func mend(
        _ one: MatchRules.Side, _ other: MatchRules.Side, from stored: [Overlap],
        among scope: MatchScope, in transaction: Transaction
    ) throws(Refusal) {
        guard let pair = UserPair(one.user, other.user) else { return }
        let (low, high) = pair.low == one.user ? (one, other) : (other, one)
        let wanted = MatchRules.matches(low: low, high: high, at: transaction.now)
        for match in stored where match.ended == nil && wanted[match.activity] == nil {
            try end(match, in: transaction)
        }
        for (activity, pairing) in wanted.sorted(by: { $0.key < $1.key }) {
            let match = stored.first { $0.activity == activity }
            if let match, !MatchRules.isOver(endedAt: match.ended, now: transaction.now) {
                try keep(match, as: pairing, in: transaction)
            } else {
                if let match { try announceEnd(of: match, in: transaction) }
                try begin(activity, pairing, among: scope, in: transaction)
            }
        }
    }

    private func end(_ match: Overlap, in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            "UPDATE overlap SET ended_ms = \(transaction.now) WHERE id = \(match.id)")
        // The other user may have left the group.
        guard match.scope == .friends else { return }
        try show(nil, insteadOf: match, in: transaction)
    }

    /// The overlap goes on, or goes on again within the grace: neither is a new match.
    private func keep(
        _ match: Overlap, as pairing: MatchRules.Pairing, in transaction: Transaction
    ) throws(Refusal) {
        let offers = (pairing.low.activity, pairing.high.activity)
        let now = transaction.now
        let starts = pairing.starts > now ? pairing.starts : min(match.starts, now)
        if match.ended != nil || match.offers != offers || match.starts != starts {
            try transaction.run(
                """
                UPDATE overlap SET ended_ms = NULL, starts_ms = \(starts),
                    low_offer = \(offers.0), high_offer = \(offers.1)
                WHERE id = \(match.id)
                """)
        }
        try show(pairing, insteadOf: match, in: transaction)
    }

    /// Sends each of the two what the other says now, if that has changed.
    ///
    /// - Parameter pairing: nil: the match has ended, and what was said is withdrawn.
    private func show(
        _ pairing: MatchRules.Pairing?, insteadOf match: Overlap, in transaction: Transaction
    ) throws(Refusal) {
        let isNew = match.ended != nil
        for (user, friend, before, now) in [
            (match.low, match.high, isNew ? nil : match.said.high, pairing?.high.details),
            (match.high, match.low, isNew ? nil : match.said.low, pairing?.low.details),
        ] where before != now {
            guard let account = try transaction.first(.account(of: friend)) else { continue }
            var changed = MatchChanged()
            (changed.activity, changed.with) = (match.activity, account.username)
            changed.room = try key(of: match.scope, in: transaction)
            let reference = changed
            if let now { changed.details = now }
            try transaction.deliver(
                .matchChanged(reference), to: [user], live: .matchChanged(changed))
        }
    }

    /// Ends all matches of a pair that stopped being friends. Its event is the end of the
    /// friendship.
    func part(_ pair: UserPair, in transaction: Transaction) throws(Refusal) {
        for match in try transaction.all(.current(of: pair)) {
            try transaction.run(
                """
                UPDATE overlap SET is_over = 1, is_parted = 1,
                    ended_ms = coalesce(ended_ms, \(transaction.now))
                WHERE id = \(match.id)
                """)
        }
    }

    /// Most ends that are announced in one transaction.
    private static let stepCount = 100

    /// Sends the end of matches to both users, once the grace has passed without a return. The end
    /// of a match in a group is not announced, since the other member may have left it: it is
    /// forgotten.
    ///
    /// - Returns: whether there may be more.
    func announceEnds(in transaction: Transaction) throws(Refusal) -> Bool {
        let before = transaction.now.advanced(by: .zero - MatchRules.grace)
        let ended = try transaction.all(.ended(before: before, limit: Self.stepCount))
        for match in ended { try announceEnd(of: match, in: transaction) }
        let forgotten = try transaction.rowsChanged(
            """
            DELETE FROM overlap WHERE id IN (
                SELECT id FROM overlap WHERE room_id > 0 AND ended_ms <= \(before)
                LIMIT \(Int64(Self.stepCount)))
            """)
        return max(ended.count, forgotten) == Self.stepCount
    }

    private func announceEnd(
        of match: Overlap, in transaction: Transaction
    ) throws(Refusal) {
        guard match.scope == .friends else {
            return try transaction.run("DELETE FROM overlap WHERE id = \(match.id)")
        }
        try transaction.run("UPDATE overlap SET is_over = 1 WHERE id = \(match.id)")
        try transaction.deliver(
            .matchEnded(MatchEnded(match, with: match.high, in: transaction)), to: [match.low])
        try transaction.deliver(
            .matchEnded(MatchEnded(match, with: match.low, in: transaction)), to: [match.high])
        for observer in observers { try observer(match, transaction) }
    }

    private func sides(
        of pair: UserPair, in transaction: Transaction
    ) throws(Refusal) -> (low: MatchRules.Side, high: MatchRules.Side) {
        guard try Bonds.allow(.activities, pair, in: transaction) else {
            return (MatchRules.Side(pair.low, on: []), MatchRules.Side(pair.high, on: []))
        }
        return (
            try side(of: pair.low, towards: pair.high, in: transaction),
            try side(of: pair.high, towards: pair.low, in: transaction)
        )
    }

    private func side(
        of user: User.ID, towards friend: User.ID, in transaction: Transaction
    ) throws(Refusal) -> MatchRules.Side {
        let on = try transaction.all(.toggles(of: user, at: transaction.now))
        let excluded = try transaction.all(.exclusions(by: user, of: friend))
        return MatchRules.Side(user, on: on, excluded: Set(excluded))
    }

    private func begin(
        _ activity: String, _ pairing: MatchRules.Pairing, among scope: MatchScope,
        in transaction: Transaction
    ) throws(Refusal) {
        let id: Overlap.ID = transaction.makeID()
        let (low, high) = (pairing.low, pairing.high)
        try transaction.run(
            """
            INSERT INTO overlap (id, low, high, activity, began_ms, starts_ms, low_offer,
                high_offer, is_over, room_id)
            VALUES (\(id), \(low.user), \(high.user), \(activity), \(transaction.now),
                \(pairing.starts), \(low.activity), \(high.activity), 0, \(scope.room))
            """)
        try transaction.note(
            .matched, activity, wait: min(low.set, high.set).duration(to: transaction.now),
            by: low.user, high.user)
        let room = try key(of: scope, in: transaction)
        try tell(low.user, of: high, activity, inGroup: room, in: transaction)
        try tell(high.user, of: low, activity, inGroup: room, in: transaction)
        guard scope == .friends else { return }
        let overlap = Overlap(
            id: id, low: low.user, high: high.user, activity: activity, began: transaction.now,
            ended: nil, starts: pairing.starts, scope: scope,
            offers: (low.activity, high.activity), said: (low.details, high.details))
        for observer in beginObservers { try observer(overlap, transaction) }
    }

    /// The room of a group on the wire; empty: there is none.
    private func key(
        of scope: MatchScope, in transaction: Transaction
    ) throws(Refusal) -> String {
        guard case .group(let room) = scope else { return "" }
        return try Groups.key(of: room, in: transaction) ?? ""
    }

    /// - Parameter room: empty: they are friends.
    private func tell(
        _ user: User.ID, of toggle: Toggle, _ activity: String, inGroup room: String,
        in transaction: Transaction
    ) throws(Refusal) {
        guard let account = try transaction.first(.account(of: toggle.user)) else { return }
        guard room.isEmpty else {
            let match = GroupMatch(room, activity, account, toggle.details)
            try transaction.deliver(
                .groupMatch(GroupMatch(room, activity, account, nil)), to: [user],
                live: .groupMatch(match))
            return
        }
        var match = Match()
        (match.activity, match.with) = (activity, account.profile)
        let reference = match
        if let details = toggle.details { match.details = details }
        try transaction.deliver(.match(reference), to: [user], live: .match(match))
    }
}

extension MatchEnded {
    fileprivate init(
        _ match: Overlap, with friend: User.ID, in snapshot: Snapshot
    ) throws(Refusal) {
        self.init()
        activity = match.activity
        with = try snapshot.first(.account(of: friend))?.username ?? ""
    }
}

/// Whose toggles match one another.
enum MatchScope: Hashable, Sendable {
    /// Those of friends.
    case friends
    /// Those of the members of a group, in that group.
    case group(Int64)

    /// - Parameter room: the group; 0: friends.
    init(room: Int64) { self = room == 0 ? .friends : .group(room) }

    /// The group; 0: friends.
    var room: Int64 {
        switch self {
        case .friends: 0
        case .group(let room): room
        }
    }
}

/// One time that two users were up for the same activity.
public struct Overlap: Sendable {
    /// Which of them.
    public typealias ID = Identifier<Overlap>

    /// Which one this is.
    public let id: ID
    /// One of the two, and the other.
    public let low: User.ID
    /// The other.
    public let high: User.ID
    /// The activity that they were up for.
    public let activity: String
    /// When it began.
    public let began: Moment
    /// When it ended; nil while it lasts.
    public let ended: Moment?
    /// From when both are on: they may match before that. `.epoch`: from the beginning.
    public let starts: Moment
    let scope: MatchScope
    /// The activities of the toggles that make it; a wildcard, or its own.
    let offers: (low: String, high: String)
    /// What the two say about these toggles.
    let said: (low: ActivityDetails?, high: ActivityDetails?)

    /// The other of the two.
    public func other(than user: User.ID) -> User.ID { user == low ? high : low }

    /// The activity by which one of the two takes part: a wildcard, or its own.
    public func offer(of user: User.ID) -> String { user == low ? offers.low : offers.high }

    /// Whether both have turned on this very activity.
    public var isExact: Bool { offers == (activity, activity) }
}
