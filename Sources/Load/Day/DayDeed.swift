import SplitMix

/// What people do on a usual day, and how often.
enum DayDeed: String, CaseIterable, Sendable {
    case write
    case toggle
    case read
    case comment
    case like

    /// Of a hundred deeds.
    var percent: Int {
        switch self {
        case .write: 60
        case .toggle: 15
        case .read: 12
        case .comment: 8
        case .like: 5
        }
    }

    /// In words.
    var summary: String {
        switch self {
        case .write: "write to a friend"
        case .toggle: "turn an activity on or off"
        case .read: "mark a room as read"
        case .comment: "read the circle, and comment on a post"
        case .like: "read the circle, and like a post"
        }
    }

    /// The next one.
    static func draw(using chance: inout SplitMix64) -> DayDeed {
        var rest = chance.below(100)
        for deed in allCases {
            rest -= deed.percent
            if rest < 0 { return deed }
        }
        return .write
    }
}
