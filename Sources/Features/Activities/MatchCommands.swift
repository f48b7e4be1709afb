import Kernel
import Wire

/// The list of matches, by time or by activity (Z45).
struct MatchCommands: Sendable {
    /// How far back past matches are listed.
    static let memory = Duration.seconds(30 * 24 * 3600)

    /// Most that one answer lists: the newest.
    static let listedMax = 500
    /// Most that are forgotten in one transaction.
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

    /// Deletes what no list shows any more.
    func forget(in transaction: Transaction) throws(Refusal) {
        let oldest = transaction.now.advanced(by: .zero - Self.memory)
        let forgotten = try transaction.all(.over(before: oldest, limit: Self.forgottenMax))
        for match in forgotten {
            try transaction.run("DELETE FROM activity_match WHERE id = \(match)")
        }
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
