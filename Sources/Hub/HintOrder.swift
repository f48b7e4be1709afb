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

    /// So many are remembered, and at most twice as many.
    static let countMax = 32_768

    /// The transactions that were told of last; and what it was before those.
    private var (newest, older): ([Subject: Int64], [Subject: Int64]) = ([:], [:])
    /// No transaction was larger of those that are not remembered any more.
    private var forgotten: Int64 = 0

    /// Whether nothing newer was told, as far as anybody remembers; then this is the newest.
    mutating func isNews(_ subject: Subject, of transaction: Int64) -> Bool {
        guard max(forgotten, newest[subject] ?? older[subject] ?? 0) <= transaction else {
            return false
        }
        newest[subject] = transaction
        if newest.count == Self.countMax {
            forgotten = max(forgotten, older.values.max() ?? 0)
            (older, newest) = (newest, [:])
        }
        return true
    }
}
