/// What users did, for the metrics and the event log. It names no user.
public struct UsageRecord: Equatable, Sendable {
    /// What users did.
    public enum Kind: Equatable, Sendable {
        /// A user turned an activity on.
        case turnedOn
        /// A user turned an activity off.
        case turnedOff
        /// An activity went off by itself.
        case expired
        /// Two users match.
        case matched
        /// A user made a plan.
        case planned
        /// Two users are friends.
        case befriended
    }

    /// What users did.
    public let kind: Kind
    /// The name of the activity; empty: it is about none.
    public let activity: String
    /// From the older of the two toggles to the match.
    public let wait: Duration
    /// Pseudonyms of the users, while each act is logged.
    public let users: [String]

    /// - Parameters: as the properties.
    public init(
        _ kind: Kind, _ activity: String = "", wait: Duration = .zero, by users: [String] = []
    ) {
        (self.kind, self.activity, self.wait, self.users) = (kind, activity, wait, users)
    }
}
