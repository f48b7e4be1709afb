import Dispatch

/// Work that waits for the system, on a thread on which nobody else waits.
enum Blocking {
    static func run<Outcome: Sendable>(
        _ work: @escaping @Sendable () -> Outcome
    ) async -> Outcome {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: work()) }
        }
    }
}
