/// What a figure is to reach.
enum Goal: Sendable, Equatable {
    /// So many times the figure of plain C, measured in the same run.
    case timesC(Double)
    case atMost(Double)

    /// Whether it is reached; nil when what it is compared with was not measured.
    func isReached(_ ours: Double, c: Double?) -> Bool? {
        switch self {
        case .timesC(let times): c.map { ours <= times * $0 }
        case .atMost(let most): ours <= most
        }
    }

    /// Like `≤ 1.10 of C`.
    func text(digits: Int) -> String {
        switch self {
        case .timesC(let times): "≤ \(times.digits(2)) of C"
        case .atMost(let most): "≤ \(most.digits(most < 10 ? digits : 0))"
        }
    }
}
