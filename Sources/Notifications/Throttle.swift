/// How often something has happened that the log is told of now and then, with a count.
struct Throttle: Sendable {
    /// What it has not been told yet.
    var count = 0
    private var quietUntil = Duration.zero
    private static let distance = Duration.seconds(10)

    /// - Returns: what it is to be told now; nil while there is nothing, or it was told lately.
    mutating func take(at now: Duration, atOnce: Bool = false) -> Int? {
        guard count > 0, atOnce || now >= quietUntil else { return nil }
        defer { count = 0 }
        quietUntil = now + Self.distance
        return count
    }
}
