import Kernel

/// Which hints about something came last, of those that nodes tell one another.
///
/// A node may stand still between a commit and its hint. What another node has committed after
/// that, and told, must not be undone by the older hint.
struct HintOrder: Sendable {
    /// What a hint is about, and whom it is told.
    struct Subject: Hashable {
        let user: User.ID
        let key: String
    }

    /// A hint whose transaction has been known for so long is told, and one for which it has been
    /// twice as long is not.
    static let patience = Duration.seconds(10)

    /// The transactions that were told of last.
    private var newest: [Subject: Int64] = [:]
    /// How far this node knew all transactions when `turn` was, and at the turn before that.
    private var (horizon, past): (Int64, Int64) = (0, 0)
    private var turn: Duration?

    /// All transactions before one are known.
    mutating func raise(to horizon: Int64, at now: Duration) {
        if let turn, now - turn < Self.patience { return }
        turn = now
        (past, self.horizon) = (self.horizon, horizon)
        newest = newest.filter { $0.value >= past }
    }

    /// Whether nothing newer was told; then this is the newest.
    mutating func isNews(_ subject: Subject, of transaction: Int64) -> Bool {
        guard transaction >= past, newest[subject] ?? 0 <= transaction else { return false }
        newest[subject] = transaction
        return true
    }
}
