import Synchronization

extension Listener {
    /// Takes note of a loop that accepts from this listener, and of how to wake it.
    func join(_ loop: ObjectIdentifier, wake: @escaping @Sendable () -> Void) {
        sharers.withLock { $0[loop] = wake }
    }

    func leave(_ loop: ObjectIdentifier) {
        _ = sharers.withLock { $0.removeValue(forKey: loop) }
    }

    /// Wakes the other loops.
    ///
    /// epoll wakes one loop for each connection. When that one turns out to be full, nobody else
    /// would look before the next connection comes.
    func passOn(from loop: ObjectIdentifier) {
        let others = sharers.withLock { $0.filter { $0.key != loop }.map(\.value) }
        for wake in others { wake() }
    }
}
