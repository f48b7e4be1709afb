import Kernel
import Wire

/// Something that has happened to users of whom no device was connected.
package struct Notice: Sendable {
    /// Who was away.
    let users: [User.ID]
    /// What has happened.
    let event: InboxEvent
    /// When.
    let at: Moment
    /// How long they may take to come back before they are told.
    var wait = Duration.zero
}
