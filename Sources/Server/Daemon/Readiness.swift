import Synchronization

/// Whether new clients are welcome, as `/readyz` says it to whatever balances the load.
final class Readiness: Sendable {
    /// How far the daemon's life has come.
    enum State: UInt8, AtomicRepresentable {
        case starting, ready, draining

        /// What `/readyz` calls it.
        var name: String {
            switch self {
            case .starting: "starting"
            case .ready: "ready"
            case .draining: "draining"
            }
        }
    }

    private let atomic = Atomic(State.starting)

    var state: State {
        get { atomic.load(ordering: .acquiring) }
        set { atomic.store(newValue, ordering: .releasing) }
    }
}
