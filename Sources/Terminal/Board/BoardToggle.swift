import SwiftProtobuf
import Wire

/// One activity of the catalogue, and whether I am up for it.
struct BoardToggle: Equatable, Sendable {
    let activity: String
    var isOn: Bool
    /// Seconds since 1970; nil while it is off.
    var expiresAt: Int64?
    /// It meets every other activity.
    let isWildcard: Bool

    init(_ state: ActivityState) {
        activity = state.activity
        isOn = state.on
        isWildcard = state.wildcard
        expiresAt = state.on && state.hasExpiresAt ? state.expiresAt.seconds : nil
    }
}
