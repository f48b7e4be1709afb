import Synchronization
import TestSupport

/// The same "random" bytes in every run.
final class SeededEntropy: Sendable {
    private let source: Mutex<SeededGenerator>

    init(seed: UInt64) { source = Mutex(SeededGenerator(seed: seed)) }

    func bytes(_ count: Int) -> [UInt8] { source.withLock { $0.bytes(count) } }
}
