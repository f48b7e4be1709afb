/// Whether the server is in reach, so that a loss is told once, and not at every attempt.
enum ConnectionState: Equatable, Sendable {
    /// There has been no session yet.
    case new
    case open
    case lost

    /// A session was opened.
    ///
    /// - Returns: what to say about it, if anything.
    mutating func opened() -> String? {
        defer { self = .open }
        return self == .lost ? "back online" : nil
    }

    /// The connection was lost, or an attempt to bring it back failed.
    ///
    /// - Returns: what to say about it, if anything.
    mutating func lost(_ reason: String) -> String? {
        defer { self = .lost }
        return self == .lost
            ? nil : "connection lost (\(SafeText(reason).line)); trying to come back"
    }
}
