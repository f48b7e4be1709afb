/// How much an event matters, least first.
public enum EventLevel: String, CaseIterable, Comparable, Sendable {
    /// Details for debugging.
    case debug
    /// The ordinary course of things.
    case info
    /// Something was refused, dropped or slow; the daemon copes by itself.
    case warn
    /// Something of ours failed; a person should look.
    case error

    /// Its place, the least first.
    package var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warn: 2
        case .error: 3
        }
    }

    /// Orders levels by weight.
    public static func < (left: Self, right: Self) -> Bool {
        left.rank < right.rank
    }
}
