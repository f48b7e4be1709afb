import Kernel
import Synchronization

/// Deletes what inboxes need not keep, a little at a time: no commit waits long for it.
///
/// It goes round the inboxes by owner. The newest event of an inbox always stays: the numbering
/// goes on from it.
final class InboxPruning: Sendable {
    /// Inboxes looked at in one go: 200 take 2 ms when there is nothing to do.
    private static let inboxesMax = 200
    /// Most events forgotten in one go: 2,000 take about 10 ms.
    private static let eventsMax: UInt32 = 2_000
    /// Most of one inbox: a busy one does not keep the others waiting.
    private static let shareMax: UInt32 = 500

    private let retention: Retention
    private let last = Mutex(InboxPruning.beginning)
    /// Before the inbox of `.nobody`, which is pruned like any other.
    private static let beginning = User.ID(rawValue: .min)

    init(_ retention: Retention) {
        self.retention = retention
    }

    func run(in transaction: Transaction) throws(Refusal) {
        var budget = Self.eventsMax
        var user = last.withLock { $0 }
        for _ in 0..<Self.inboxesMax {
            guard let next = try transaction.first(Inbox.owner(after: user)) else {
                user = Self.beginning
                break
            }
            user = next
            let share = min(budget, Self.shareMax)
            budget -= try forget(of: next, atMost: share, in: transaction)
            guard budget > 0 else { break }
        }
        let reached = user
        last.withLock { $0 = reached }
    }

    /// - Returns: how many events were forgotten.
    private func forget(
        of user: User.ID, atMost limit: UInt32, in transaction: Transaction
    ) throws(Refusal) -> UInt32 {
        guard let bounds = try transaction.first(Inbox.bounds(of: user)) else { return 0 }
        let oldest = transaction.now.advanced(by: .zero - retention.lifetime)
        let end = min(bounds.top, bounds.floor + limit)
        let young = try transaction.first(Inbox.first(of: user, since: oldest, before: end)) ?? end
        let excess = bounds.top - min(bounds.top, retention.eventsMax)
        let floor = min(max(young, excess + 1), end)
        guard floor > bounds.floor else { return 0 }
        try Inbox.forget(of: user, before: floor, in: transaction)
        return floor - bounds.floor
    }
}

/// How much of an inbox is kept for devices that come back.
public struct Retention: Equatable, Sendable {
    /// How long an event is kept.
    public let lifetime: Duration
    /// Most events of one inbox.
    public let eventsMax: UInt32

    /// - Parameters: as the properties.
    public init(lifetime: Duration = .seconds(30 * 86_400), eventsMax: UInt32 = 10_000) {
        self.lifetime = lifetime
        self.eventsMax = max(1, eventsMax)
    }
}
