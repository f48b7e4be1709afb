import Dispatch
import Foundation
import Synchronization
import Testing

/// Runs tests on threads of their own, so that each may block in `recv`.
///
/// Swift's pool has as many threads as there are processors. Two tests that wait for a daemon would
/// take both, and keep from running what they wait for, until a time is over.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Threads.shared) { try await function() }
    }
}

extension Trait where Self == OwnThreads {
    static var onOwnThreads: Self { Self() }
}

private final class Threads: TaskExecutor {
    static let shared = Threads()
    private static let count = 64

    private let jobs = Mutex<[UnownedJob]>([])
    private let jobCount = DispatchSemaphore(value: 0)

    private init() {
        for _ in 1...Self.count { Thread { self.work() }.start() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        jobCount.signal()
    }

    private func work() {
        while true {
            jobCount.wait()
            let job = jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
