import Synchronization

/// How much a server has said to all who are connected to it.
final class Traffic: Sendable {
    private let count = Atomic(0)

    /// Messages so far.
    var messageCount: Int { count.load(ordering: .relaxed) }

    /// So many more have come.
    func add(_ more: Int) { count.wrappingAdd(more, ordering: .relaxed) }
}
