import Synchronization

/// Walks the command log in small steps, round after round, and deletes what is old.
///
/// An index by age would find the old rows at once, but every command would pay for it: it makes
/// a row half as large again (126 against 85 bytes). A walk costs the writer about a millisecond
/// a second, whatever is in the log, and keeps up with 43 million commands a day. Where it stands
/// is not stored: after a restart it begins anew.
final class CommandLogRound: Sendable {
    /// Rows looked at in one step.
    static let stepCount = 500

    private let age: Duration
    private let position = Mutex(CommandLogRound.beginning)

    private static let beginning = CommandLog.Key(user: User.ID(rawValue: .min), cid: "")

    /// - Parameter age: how old a row may become.
    init(age: Duration) {
        self.age = age
    }

    /// One step.
    func advance(in transaction: Transaction) throws(Refusal) {
        let oldest = transaction.now.advanced(by: .zero - age)
        let start = position.withLock { $0 }
        let page = try transaction.all(CommandLog.page(after: start, limit: Self.stepCount))
        for row in page where row.at < oldest { try transaction.run(CommandLog.delete(row.key)) }
        let isThrough = page.count < Self.stepCount
        let end = isThrough ? Self.beginning : page.last?.key ?? Self.beginning
        position.withLock { $0 = end }
    }
}
