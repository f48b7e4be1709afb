import Accounts
import Kernel

/// Erases what is kept of people who have left: one step of one feature in each transaction, the
/// oldest first. Where it stands is what is still there: a crash loses nothing.
struct Erasure: Sendable {
    /// What was on its way when somebody left has arrived, or was refused, by then.
    static let delay = Duration.seconds(10)

    /// How the features forget somebody, in order.
    let steps: [Catalog.Erasure]

    /// Somebody leaves.
    static func begin(of account: Account, in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO erasure (user_id, username, begun_ms, stage)
            VALUES (\(account.id), \(account.username), \(transaction.now),
                \(ErasureStage.clearing.rawValue))
            """)
    }

    /// One step.
    func advance(in transaction: Transaction) throws(Refusal) {
        let begun = transaction.now.advanced(by: .zero - Self.delay)
        guard
            let erasure = try transaction.first(
                .erasures(at: .clearing, before: begun, limit: 1))
        else { return }
        for step in steps {
            guard try step(erasure.user, transaction) else { return }
        }
        try transaction.run(
            """
            UPDATE erasure SET stage = \(ErasureStage.waiting.rawValue)
            WHERE user_id = \(erasure.user)
            """)
    }
}
