import Synchronization

/// Keeps what was read from running ahead of what was committed.
///
/// A reader sees a commit before anybody is told of it. What it found may say that two users are no
/// friends any more, while the hub takes them for friends. So it is held until the commit that is
/// under way has been told.
///
/// - Source: docs/decisions/0033
final class CommitOrder: Sendable {
    private struct State {
        var isCommitting = false
        var held: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// A commit begins: from now on readers may see it.
    func begin() { state.withLock { $0.isCommitting = true } }

    /// What came of the commit is told.
    func end() {
        let held = state.withLock { state in
            state.isCommitting = false
            defer { state.held = [] }
            return state.held
        }
        for tell in held { tell() }
    }

    /// Tells what a reader has found: now, or behind the commit that it may have seen.
    func tell(_ tell: @escaping @Sendable () -> Void) {
        let isHeld = state.withLock { state in
            if state.isCommitting { state.held.append(tell) }
            return state.isCommitting
        }
        if !isHeld { tell() }
    }
}
