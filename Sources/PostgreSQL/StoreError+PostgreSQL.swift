import Kernel

extension StoreError {
    /// - Parameters:
    ///   - state: SQLSTATE, five letters and digits; empty when the server has said nothing.
    ///   - isLinkUp: whether the server may still say something.
    ///   - words: for the log.
    init(state: String, isLinkUp: Bool, _ words: String) {
        switch state {
        // An index or a page is damaged.
        case "XX001", "XX002": self = .broken(words)
        case "53100": self = .full(words)
        // libpq's own trouble; or it is being shut down, has crashed, or is another's replica now.
        case "", "25006": self = .unreachable(words)
        case _ where state.hasPrefix("08") || state.hasPrefix("57P") || !isLinkUp:
            self = .unreachable(words)
        // A rule: unique, foreign key, check; or a lock that somebody else has.
        case "55P03": self = .conflict(words)
        case _ where state.hasPrefix("23"): self = .conflict(words)
        default: self = .failed(words)
        }
    }
}
