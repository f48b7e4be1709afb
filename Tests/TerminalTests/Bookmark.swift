import Synchronization

@testable import Terminal

/// Every place that was kept, in order.
final class Bookmark: Sendable {
    private let kept = Mutex<[Profile.Position]>([])

    var positions: [Profile.Position] { kept.withLock { $0 } }

    func keep(_ position: Profile.Position) { kept.withLock { $0.append(position) } }
}
