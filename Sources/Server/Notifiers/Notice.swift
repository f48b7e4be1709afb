import Kernel
import Wire

/// Something that has happened to users of whom no device was connected.
package struct Notice: Sendable {
    /// Who was away.
    let users: [User.ID]
    /// What has happened.
    let body: ServerMessage.OneOf_Body
    /// When.
    let at: Moment
    /// How long they may take to come back before they are told.
    var wait = Duration.zero
}

extension ServerMessage.OneOf_Body {
    /// Whether it is worth waking somebody for.
    var isNotable: Bool {
        switch self {
        case .roomMessage, .friendRequested, .friendAdded, .match, .circleCommented, .circleAsked:
            true
        default: false
        }
    }
}
