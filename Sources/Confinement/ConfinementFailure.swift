/// Why a confined program has not done its work.
package enum ConfinementFailure: Error, Equatable, Sendable {
    /// No descriptor is left; worth a retry after some time.
    case full(retryAfter: Duration)
    /// It could not be started, was ended by a signal, or went over a limit.
    case failed(String)
    /// It ended by itself, with a status other than 0.
    case exited(status: Int)
    /// The closure that feeds it, or that takes its output, has ended it.
    case stopped

    static let slow = ConfinementFailure.failed("it took too long")
    static let loud = ConfinementFailure.failed("it said too much")

    /// The reason, for the operator.
    package var reason: String {
        switch self {
        case .full: "no descriptor is left"
        case .failed(let reason): reason
        case .exited(let status): "it ended with \(status)"
        case .stopped: "it was stopped"
        }
    }
}
