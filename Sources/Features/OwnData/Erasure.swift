import Accounts
import Kernel
import Synchronization

/// Erases what is kept of people who have left: one step of one feature in each transaction, and
/// each of those people in turn. Where it stands is what is still there: a crash loses nothing.
final class Erasure: Sendable {
    /// What was on its way when somebody left has arrived, or was refused, by then.
    static let delay = Duration.seconds(10)
    /// Most people who take turns, those who left first.
    private static let peopleMax = 1_000

    /// How the features forget somebody, in order.
    private let steps: [Catalog.Erasure]
    private let turns = Mutex(ErasureTurns())

    init(steps: [Catalog.Erasure]) {
        self.steps = steps
    }

    /// Somebody leaves.
    static func begin(of account: Account, in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO erasure (user_id, username, begun_ms, stage)
            VALUES (\(account.id), \(account.username), \(transaction.now),
                \(ErasureStage.clearing.rawValue))
            """)
    }

    /// One step for whoever's turn it is. When it fails, that person's next turn is later.
    ///
    /// - Returns: whether it was anybody's turn.
    func advance(in transaction: Transaction) throws(Refusal) -> Bool {
        let now = transaction.now
        let justNow = now.advanced(by: .zero - Self.delay)..<now.advanced(by: .milliseconds(1))
        let people = try transaction.all(
            .erasures(at: .clearing, leavingOut: justNow, limit: Self.peopleMax))
        guard let departed = turns.withLock({ $0.next(of: people, at: now) }) else {
            return false
        }
        do throws(Refusal) {
            try step(departed, in: transaction)
            turns.withLock { $0.went(departed.user) }
            return true
        } catch {
            turns.withLock { $0.failed(departed.user, at: now) }
            throw error
        }
    }

    private func step(_ departed: Departed, in transaction: Transaction) throws(Refusal) {
        for step in steps {
            guard try step(departed, transaction) else { return }
        }
        try transaction.run(
            """
            UPDATE erasure SET stage = \(ErasureStage.waiting.rawValue)
            WHERE user_id = \(departed.user)
            """)
    }
}
