package import HTTPTypes
import Synchronization

/// Whether new clients are welcome, as `/readyz` says it to whatever balances the load.
package final class Readiness: Sendable {
    /// How far the daemon's life has come.
    package enum State: UInt8, AtomicRepresentable {
        case starting, ready, draining

        /// What `/readyz` calls it.
        package var name: String {
            switch self {
            case .starting: "starting"
            case .ready: "ready"
            case .draining: "draining"
            }
        }
    }

    private let atomic = Atomic(State.starting)

    /// Nothing has happened yet.
    package init() {}

    /// May be read and set by any thread.
    package var state: State {
        get { atomic.load(ordering: .acquiring) }
        set { atomic.store(newValue, ordering: .releasing) }
    }
}

/// How well it is, as `/healthz` and `/readyz` say it wherever they are asked.
package struct HealthAnswer {
    package let response: HTTPResponse
    package let body: [UInt8]

    /// For as long as the process lives.
    package static let alive = HealthAnswer(.ok, "ok")

    /// Whether new clients are welcome.
    package init(_ state: Readiness.State) {
        self.init(state == .ready ? .ok : .serviceUnavailable, state.name)
    }

    private init(_ status: HTTPResponse.Status, _ name: String) {
        response = HTTPResponse(
            status: status, headerFields: [.contentType: "application/json"])
        body = Array("{\"status\":\"\(name)\"}\n".utf8)
    }
}
