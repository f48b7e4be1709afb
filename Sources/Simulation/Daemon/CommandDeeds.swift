import Kernel
import Storage
import Synchronization

/// The effects of commands that their outcomes do not show: the numbers that they have drawn, and
/// whether the log keeps their `cid`.
final class CommandDeeds: Sendable {
    /// Of one command, the last time that it was done.
    struct Deed {
        var drawn: [UInt32] = []
        var keepsCid = false
    }

    private let entropy: SimulatedEntropy
    private let hasKept = Mutex(false)
    private let deeds = Mutex<[Oracle.Question: Deed]>([:])

    init(_ entropy: SimulatedEntropy) { self.entropy = entropy }

    /// The command under way keeps its `cid`.
    func keepCid() { hasKept.withLock { $0 = true } }

    /// The same command, of which that is noted.
    func noting(_ job: WriteJob) -> WriteJob {
        guard case .command(let run, let origin) = job else { return job }
        let noting: WriteJob.Command = { [self] (transaction) throws(Refusal) in
            _ = entropy.takeDrawn()
            hasKept.withLock { $0 = false }
            let reply = try run(transaction)
            let deed = Deed(
                drawn: entropy.takeDrawn(), keepsCid: hasKept.withLock { $0 })
            deeds.withLock { $0[Oracle.Question(origin)] = deed }
            return reply
        }
        return .command(noting, replyTo: origin)
    }

    /// Work of the daemon itself, of which the drawn numbers are noted.
    func noting(
        _ drawn: DrawnNumbers,
        _ run: @escaping @Sendable (Transaction) throws(Refusal) -> Void
    ) -> WriteJob {
        WriteJob { [self] (transaction) throws(Refusal) in
            _ = entropy.takeDrawn()
            try run(transaction)
            drawn.set(entropy.takeDrawn())
        }
    }

    /// What a command has done; nothing when it was refused.
    func take(_ question: Oracle.Question) -> Deed {
        deeds.withLock { $0.removeValue(forKey: question) } ?? Deed()
    }
}

/// The numbers that a chore has drawn, the last time that it ran.
final class DrawnNumbers: Sendable {
    private let numbers = Mutex<[UInt32]>([])

    /// The numbers, in order.
    var all: [UInt32] { numbers.withLock { $0 } }

    func set(_ drawn: [UInt32]) { numbers.withLock { $0 = drawn } }
}
