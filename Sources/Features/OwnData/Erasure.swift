import Accounts
import Kernel
import Synchronization

/// Erases what is kept of departed users: one step of one feature in each transaction, and each
/// user in turn. Its progress is what is still stored: a crash loses nothing.
final class Erasure: Sendable {
    /// By then a command that was on its way when a user left has arrived, or was refused.
    static let delay = Duration.seconds(10)
    /// Most users who take turns, the earliest departures first.
    private static let peopleMax = 1_000

    /// The erasures of the features, in order.
    private let steps: [Catalog.Erasure]
    private let turns = Mutex(ErasureTurns())

    init(steps: [Catalog.Erasure]) {
        self.steps = steps
    }

    /// A user leaves.
    static func begin(of account: Account, in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO erasure (user_id, username, begun_ms, stage)
            VALUES (\(account.id), \(account.username), \(transaction.now),
                \(ErasureStage.clearing.rawValue))
            """)
    }

    /// One step for the user whose turn it is. After a failure the user's next turn is later.
    ///
    /// - Returns: whether it was any user's turn.
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
