import Kernel

extension StoreError {
    /// - Parameters:
    ///   - state: SQLSTATE, five letters and digits; empty when the server has said nothing.
    ///   - isLinkUp: whether the server may still say something.
    ///   - company: who else commits.
    ///   - words: for the log.
    init(state: String, isLinkUp: Bool, company: Company = .none, _ words: String) {
        switch state {
        // An index or a page is damaged.
        case "XX001", "XX002": self = .broken(words)
        case "53100": self = .full(words)
        // libpq's own trouble; or it is being shut down, has crashed, or is another's replica now.
        case "", "25006": self = .unreachable(words)
        case _ where state.hasPrefix("08") || state.hasPrefix("57P") || !isLinkUp:
            self = .unreachable(words)
        // Another node was faster: in the order of commits, at a lock, or with the same key.
        case _ where company != .none && Self.lost.contains(state): self = .contended(words)
        case "23505" where company == .others: self = .contended(words)
        // A rule: unique, foreign key, check; or a lock that somebody else has.
        case "55P03": self = .conflict(words)
        case _ where state.hasPrefix("23"): self = .conflict(words)
        default: self = .failed(words)
        }
    }

    /// What is said to whoever commits beside others and has to begin anew: the order of commits
    /// could not be kept, each of two waited for the other, or a lock was another's.
    private static let lost: Set<String> = ["40001", "40P01", "55P03"]
}
