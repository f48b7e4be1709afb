import Kernel

/// What nodes tell one another by the data: the rows of `node_signal`, as a database of its own
/// kind would keep them.
struct SignalRows {
    private struct Row {
        let transaction: Int64
        let node: Int
        let words: String
    }

    private var rows: [Row] = []
    private var pending: [Row] = []
    /// The transaction that is under way, or the next.
    private(set) var transaction: Int64 = 1

    /// A transaction of a node begins; what another had not committed is gone.
    mutating func begin() { pending = [] }

    /// A part of the transaction.
    mutating func tell(_ signals: [Signal], by node: Int) {
        pending += signals.compactMap(\.words).map {
            Row(transaction: transaction, node: node, words: $0)
        }
    }

    /// The transaction is durable.
    mutating func commit() {
        rows += pending
        pending = []
        transaction += 1
    }

    /// What a node has not heard of.
    ///
    /// - Parameters:
    ///   - horizon: all transactions before it are known.
    ///   - lag: so many of the last transactions may still be under way, for all that the node can
    ///     see: it hears of them, and of some again.
    func news(since horizon: Int64, for node: Int, lag: Int64) -> NodeNews {
        let entries = rows.enumerated().compactMap { index, row -> NodeNews.Entry? in
            guard row.transaction >= horizon, let signal = Signal(words: row.words) else {
                return nil
            }
            return NodeNews.Entry(
                id: Int64(index + 1), transaction: row.transaction, isOwn: row.node == node,
                signal: signal)
        }
        return NodeNews(entries: entries, horizon: max(1, transaction - lag))
    }
}
