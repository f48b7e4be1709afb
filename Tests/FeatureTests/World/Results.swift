import Dispatch
import Kernel
import Synchronization
import Testing
import Wire

/// Where the store's results arrive, and where a test waits for them.
final class Results: Sendable {
    private let waiting = Mutex<[Completion]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    func append(_ completions: [Completion]) {
        waiting.withLock { $0 += completions }
        for _ in completions { arrivals.signal() }
    }

    /// Waits for what is no command.
    ///
    /// - Throws: the refusal.
    func nextDone() throws { try next().check() }

    /// The next result.
    func next() throws -> Completion { try #require(try next(1).first) }

    /// The next `count` results, in the order of their commits.
    func next(_ count: Int) throws -> [Completion] {
        for _ in 0..<count {
            try #require(
                arrivals.wait(timeout: .now() + 120) == .success, "no result from the store")
        }
        return waiting.withLock { waiting in
            defer { waiting.removeFirst(count) }
            return Array(waiting.prefix(count))
        }
    }
}

extension Origin {
    /// The origin of the commands of a test.
    static let test = Origin(
        connection: 1, loop: 0, replyTo: .socket(command: 1, .json), name: "test")
}

extension Completion {
    /// What a command came to.
    var result: Result<ServerMessage.OneOf_Body, Refusal> {
        answer?.result ?? .failure(refusal ?? .fault)
    }

    /// - Throws: why it was refused.
    func check() throws { if let refusal = refusal { throw refusal } }
}

/// How often something was committed.
final class CommitCount: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add() { number.withLock { $0 += 1 } }
}
