import Kernel
import Synchronization

/// What commands have done that is not seen in what comes of them: numbers that they have drawn by
/// chance, and whether they have kept their `cid`.
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

    /// What a command has done; nothing when it was refused.
    func take(_ question: Oracle.Question) -> Deed {
        deeds.withLock { $0.removeValue(forKey: question) } ?? Deed()
    }
}
