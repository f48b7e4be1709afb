import HTTPTypes
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

/// How well it is, as `/healthz` and `/readyz` say it wherever they are asked.
struct HealthAnswer {
    let response: HTTPResponse
    let body: [UInt8]

    /// For as long as the process lives.
    static let alive = HealthAnswer(.ok, "ok")

    /// Whether new clients are welcome.
    init(_ state: Readiness.State) {
        self.init(state == .ready ? .ok : .serviceUnavailable, state.name)
    }

    private init(_ status: HTTPResponse.Status, _ name: String) {
        response = HTTPResponse(
            status: status, headerFields: [.contentType: "application/json"])
        body = Array("{\"status\":\"\(name)\"}\n".utf8)
    }
}
