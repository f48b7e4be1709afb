import Kernel

/// Who has ceased to be friends lately. A hint between nodes is on its way for milliseconds, and a
/// node that has not looked yet sends them for a quarter of a second: none is told after the end.
struct NodePartings: Sendable {
    private struct Pair: Hashable {
        let user: User.ID
        let about: User.ID
    }

    /// How long hints may be on their way.
    static let patience = Duration.seconds(10)

    private var ended: [Pair: Duration] = [:]
    /// When the oldest of them may be forgotten.
    private var due: Duration?

    /// Nothing that is on its way about one is told to the other.
    mutating func note(_ user: User.ID, _ about: User.ID, at now: Duration) {
        if let due, due <= now {
            ended = ended.filter { $0.value + Self.patience > now }
            self.due = nil
        }
        ended[Pair(user: user, about: about)] = now
        due = due ?? now + Self.patience
    }

    /// Whether the two have ceased to be friends lately.
    func has(_ user: User.ID, _ about: User.ID, at now: Duration) -> Bool {
        ended[Pair(user: user, about: about)].map { $0 + Self.patience > now } ?? false
    }
}
