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
    let catalogue: ActivityCatalogue
    /// Run when an overlap is over.
    var observers: [ActivitiesFeature.OverlapObserver] = []
    /// Run when an overlap begins.
    var beginObservers: [ActivitiesFeature.OverlapObserver] = []

    /// Mends every pair of friends that a change of `user`'s own toggles can concern.
    func reconcile(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        let candidates = try MatchCandidates(of: user, catalogue, in: transaction)
        var wanted: [User.ID: Set<String>] = [:]
        for friend in candidates.friends.keys { wanted[friend] = candidates.matches(with: friend) }
        try mend(
            user, from: try transaction.all(.current(of: user)), to: wanted, among: .friends,
            in: transaction)
    }

    /// Mends one pair of friends.
    func reconcile(_ pair: UserPair, in transaction: Transaction) throws(Refusal) {
        let wanted = try wanted(pair, in: transaction)
        let stored = try transaction.all(.current(of: pair))
        try mend(pair, from: stored, to: wanted, among: .friends, in: transaction)
    }

    /// Mends the pairs of a member who has turned an activity on in a group.
    ///
    /// - Parameter others: the members whom the user matches.
    func reconcile(
        _ user: User.ID, with others: [User.ID], inGroup room: Int64, _ activity: String,
        in transaction: Transaction
    ) throws(Refusal) {
        let stored = try transaction.all(.current(of: user, inGroup: room, activity))
        let wanted = Dictionary(uniqueKeysWithValues: others.map { ($0, Set([activity])) })
        try mend(user, from: stored, to: wanted, among: .group(room), in: transaction)
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
        _ user: User.ID, from stored: [Overlap], to wanted: [User.ID: Set<String>],
        among scope: MatchScope, in transaction: Transaction
    ) throws(Refusal) {
        let stored = Dictionary(grouping: stored) { $0.low == user ? $0.high : $0.low }
        for other in Set(wanted.keys).union(stored.keys).sorted() {
            guard let pair = UserPair(user, other) else { continue }
            try mend(
                pair, from: stored[other] ?? [], to: wanted[other] ?? [], among: scope,
                in: transaction)
        }
    }

    private func mend(
        _ pair: UserPair, from stored: [Overlap], to wanted: Set<String>,
        among scope: MatchScope, in transaction: Transaction
    ) throws(Refusal) {
        for match in stored where match.ended == nil && !wanted.contains(match.activity) {
            try end(match, at: transaction.now, in: transaction)
        }
        for activity in wanted.sorted() {
            let match = stored.first { $0.activity == activity }
            if let match, !MatchRules.isOver(endedAt: match.ended, now: transaction.now) {
                try resume(match, in: transaction)
            } else {
                if let match { try announceEnd(of: match, in: transaction) }
                try begin(activity, pair, among: scope, in: transaction)
            }
        }
    }

    private func end(
        _ match: Overlap, at moment: Moment, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run("UPDATE overlap SET ended_ms = \(moment) WHERE id = \(match.id)")
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

    private func wanted(
        _ pair: UserPair, in transaction: Transaction
    ) throws(Refusal) -> Set<String> {
        guard try Bonds.allow(.activities, pair, in: transaction) else { return [] }
        let low = try side(pair.low, for: pair.high, in: transaction)
        guard !low.on.isEmpty else { return [] }
        let high = try side(pair.high, for: pair.low, in: transaction)
        return MatchRules.matches(low, high, in: catalogue)
    }

    private func side(
        _ user: User.ID, for friend: User.ID, in transaction: Transaction
    ) throws(Refusal) -> MatchRules.Side {
        let on = try transaction.all(.toggles(of: user, at: transaction.now))
        let excluded = try transaction.all(.exclusions(by: user, of: friend))
        return MatchRules.Side(on: Set(on.map(\.activity)), excluded: Set(excluded))
    }

    /// Off and on within the grace: the same overlap goes on, without an event.
    private func resume(_ match: Overlap, in transaction: Transaction) throws(Refusal) {
        guard match.ended != nil else { return }
        try transaction.run(
            "UPDATE overlap SET ended_ms = NULL WHERE id = \(match.id)")
    }

    private func begin(
        _ activity: String, _ pair: UserPair, among scope: MatchScope, in transaction: Transaction
    ) throws(Refusal) {
        let id: Overlap.ID = transaction.makeID()
        try transaction.run(
            """
            INSERT INTO overlap (id, low, high, activity, began_ms, is_over, room_id)
            VALUES (\(id), \(pair.low), \(pair.high), \(activity), \(transaction.now), 0,
                \(scope.room))
            """)
        let room: String? =
            if case .group(let room) = scope {
                try Groups.key(of: room, in: transaction) ?? ""
            } else { nil }
        try tell(pair.low, of: pair.high, activity, inGroup: room, in: transaction)
        try tell(pair.high, of: pair.low, activity, inGroup: room, in: transaction)
        guard scope == .friends else { return }
        let overlap = Overlap(
            id: id, low: pair.low, high: pair.high, activity: activity, began: transaction.now,
            ended: nil, scope: scope)
        for observer in beginObservers { try observer(overlap, transaction) }
    }

    private func tell(
        _ user: User.ID, of other: User.ID, _ activity: String, inGroup room: String?,
        in transaction: Transaction
    ) throws(Refusal) {
        guard let account = try transaction.first(.account(of: other)) else { return }
        if let room {
            var match = GroupMatch()
            (match.room, match.activity, match.with) = (room, activity, account.profile)
            try transaction.deliver(.groupMatch(match), to: [user])
        } else {
            var match = Match()
            (match.activity, match.with) = (activity, account.profile)
            try transaction.deliver(.match(match), to: [user])
        }
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
public struct Overlap: Equatable, Sendable {
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
    let scope: MatchScope
}
