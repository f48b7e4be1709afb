import CPostgreSQL
import Kernel

extension StoreError {
    /// What the server, or libpq in its place, says about a statement.
    ///
    /// - Parameter result: a `PGresult *`; nil when there was none.
    init(of result: OpaquePointer?, on link: ServerLink) {
        let state = PQresultErrorField(result, 0x43).map { String(cString: $0) } ?? ""
        let told = PQresultErrorField(result, 0x4D).map { String(cString: $0) } ?? link.message
        self.init(
            state: state, isLinkUp: link.isUp,
            "\(told.oneLine) (PostgreSQL \(state.isEmpty ? "without a code" : state))")
    }

    /// - Parameters:
    ///   - state: SQLSTATE, five letters and digits.
    ///   - words: for the log.
    init(state: String, isLinkUp: Bool, _ words: String) {
        switch state {
        // An index or a page is damaged.
        case "XX001", "XX002": self = .broken(words)
        // No space, no memory, a limit of the administrator's.
        case _ where state.hasPrefix("53"): self = .full(words)
        // It is being shut down, has crashed, or cannot be connected to.
        case _ where state.hasPrefix("08") || state.hasPrefix("57P") || !isLinkUp:
            self = .unreachable(words)
        // A rule: unique, foreign key, check.
        case _ where state.hasPrefix("23"): self = .conflict(words)
        default: self = .failed(words)
        }
    }
}
