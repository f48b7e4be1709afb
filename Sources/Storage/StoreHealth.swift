import Kernel
import Synchronization

/// Whether commands can be stored.
public enum StoreCondition: Equatable, Sendable {
    /// They can be stored.
    case writable
    /// They cannot be stored for now, and are refused; reads go on. The store tries again by
    /// itself.
    case full(String)
    /// The database's server does not answer: all commands are refused for now. The store tries
    /// again by itself.
    case unreachable(String)
    /// They cannot be stored, and the database's memory is not reliable: no client is answered from
    /// here on. Only a new process, which reads the disk itself, may go on.
    case broken(String)
}

/// The condition of the store. It is noticed where the disk is used, and reported once per change.
final class StoreHealth: Sendable {
    private struct State {
        var condition = StoreCondition.writable
        var retryAt = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let pause: Duration
    private let changed: @Sendable (StoreCondition) -> Void

    init(_ options: StoreOptions) {
        (pause, changed) = (options.fullPause, options.conditionChanged)
    }

    /// Whether nothing may be acknowledged any more.
    var isBroken: Bool {
        state.withLock { if case .broken = $0.condition { true } else { false } }
    }

    /// Why a write is not worth trying now; nil when it is.
    var obstacle: StoreError? {
        state.withLock { state in
            switch state.condition {
            case .writable: nil
            case .full(let reason): ContinuousClock.now < state.retryAt ? .full(reason) : nil
            case .unreachable(let reason):
                ContinuousClock.now < state.retryAt ? .unreachable(reason) : nil
            case .broken(let reason): .broken(reason)
            }
        }
    }

    /// Records a failure, if it concerns every command.
    func noticed(_ error: StoreError) {
        switch error {
        case .full(let reason): change(to: .full(reason))
        case .unreachable(let reason): change(to: .unreachable(reason))
        case .broken(let reason): change(to: .broken(reason))
        case .conflict, .contended, .failed, .unexpectedColumn: break
        }
    }

    /// Something was written, and is on the disk.
    func wrote() { change(to: .writable) }

    private func change(to new: StoreCondition) {
        let isNews = state.withLock { state in
            switch new {
            case .full, .unreachable: state.retryAt = .now + pause
            case .writable, .broken: break
            }
            switch (state.condition, new) {
            case (.broken, _), (.full, .full), (.unreachable, .unreachable),
                (.writable, .writable):
                return false
            default: state.condition = new
            }
            return true
        }
        if isNews { changed(new) }
    }
}
