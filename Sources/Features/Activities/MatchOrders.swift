import Accounts
import Friends
import Kernel
import Wire

/// What an administrator may ask about matches.
struct MatchOrders: Sendable {
    let catalogue: ActivityCatalogue

    func install(in catalog: inout Catalog) {
        catalog.adminRead("why-match", why)
    }

    /// Both sides of a match, of which each user sees only their own.
    private func why(
        _ order: AdminMatchWhy, _ snapshot: Snapshot
    ) throws(Refusal) -> AdminReply {
        let activity = try catalogue.entry(named: order.activity, field: "activity").name
        let user = try AccountsFeature.account(named: order.user, field: "user", in: snapshot)
        let other = try AccountsFeature.account(named: order.other, field: "other", in: snapshot)
        guard let pair = UserPair(user.id, other.id) else {
            throw Refusal(.oneself, field: "other", "expected two people")
        }
        var reason = AdminMatchReason()
        reason.friends = try Bonds.allow(.activities, pair, in: snapshot)
        let match = try snapshot.first(.current(of: pair, for: activity))
        reason.matched = match != nil
        if let match { reason.since = match.began.timestamp }
        let (mine, low) = try side(of: user, towards: other, for: activity, in: snapshot)
        let (theirs, high) = try side(of: other, towards: user, for: activity, in: snapshot)
        reason.sides = [mine, theirs]
        let isMeant = mine.obstacles.isEmpty && theirs.obstacles.isEmpty
        reason.onlyWildcards =
            isMeant && !mine.on.contains(activity) && !theirs.on.contains(activity)
        let pairings = MatchRules.matches(low: low, high: high, at: snapshot.now)
        reason.apart =
            reason.friends && isMeant && !reason.onlyWildcards && pairings[activity] == nil
        return try AdminReply(reason, about: user.id, and: other.id)
    }

    private func side(
        of user: Account, towards other: Account, for activity: String, in snapshot: Snapshot
    ) throws(Refusal) -> (shown: AdminMatchSide, rules: MatchRules.Side) {
        let on = try snapshot.all(.toggles(of: user.id, at: snapshot.now))
        let excluded = Set(try snapshot.all(.exclusions(by: user.id, of: other.id)))
        var side = AdminMatchSide()
        side.user = user.username
        (side.on, side.excluded) = (on.map(\.activity).sorted(), excluded.sorted())
        side.obstacles = MatchRules.obstacles(to: activity, on: on, excluded: excluded)
            .filter { $0 != .theirSide }
        return (side, MatchRules.Side(user.id, on: on, excluded: excluded))
    }
}
