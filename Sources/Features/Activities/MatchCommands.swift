import Accounts
import Friends
import Kernel
import Wire

/// The list of matches, by time or by activity (Z45), and why there is one, or none.
struct MatchCommands: Sendable {
    /// How far back past matches are listed.
    static let memory = Duration.seconds(30 * 24 * 3600)

    /// Most matches of one reply: the newest.
    static let listedMax = 500
    /// Most matches that are deleted in one transaction.
    private static let forgottenMax = 200

    let catalogue: ActivityCatalogue

    func list(
        _ command: MatchList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Matches {
        let since = command.past ? snapshot.now.advanced(by: .zero - Self.memory) : nil
        let newestFirst = try snapshot.all(
            .matches(of: caller.user, endedSince: since, limit: Self.listedMax))
        var matches = Matches()
        switch command.order {
        case .byTime: matches.matches = newestFirst
        case .byActivity: matches.matches = byActivity(newestFirst)
        case .UNRECOGNIZED:
            throw Refusal(.invalidField, field: "order", "expected BY_TIME or BY_ACTIVITY")
        }
        return matches
    }

    /// Why there is a match with a friend, or why not.
    ///
    /// The friend's side is not read at all, so that neither the answer nor its time can disclose
    /// it. A match itself is known to both.
    func why(
        _ command: MatchWhy, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> MatchReason {
        let entry = try catalogue.entry(named: command.activity, field: "activity")
        let (friend, pair) = try Bonds.other(
            named: command.friend, field: "friend", of: caller.user, allowing: .activities,
            in: snapshot)
        let on = try snapshot.all(.toggles(of: caller.user, at: snapshot.now))
        let excluded = try snapshot.all(.exclusions(by: caller.user, of: friend.id))
        let match = try snapshot.first(.current(of: pair, for: entry.name))
        var reason = MatchReason()
        reason.matched = match != nil
        if let match {
            reason.since = match.began.timestamp
        } else {
            reason.obstacles = MatchRules.obstacles(
                to: entry.name, on: on, excluded: Set(excluded))
        }
        return reason
    }

    /// Deletes matches that no list shows any longer.
    ///
    /// - Returns: whether there may be more.
    func forget(in transaction: Transaction) throws(Refusal) -> Bool {
        let oldest = transaction.now.advanced(by: .zero - Self.memory)
        let forgotten = try transaction.all(.over(before: oldest, limit: Self.forgottenMax))
        for match in forgotten {
            try transaction.run("DELETE FROM overlap WHERE id = \(match)")
        }
        return forgotten.count == Self.forgottenMax
    }

    private func byActivity(_ entries: [MatchEntry]) -> [MatchEntry] {
        entries.enumerated()
            .sorted { left, right in
                let leftOrder = catalogue.order(of: left.element.activity)
                let rightOrder = catalogue.order(of: right.element.activity)
                return (leftOrder, left.offset) < (rightOrder, right.offset)
            }
            .map(\.element)
    }
}
