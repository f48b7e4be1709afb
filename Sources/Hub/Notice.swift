package import Kernel
package import Wire

/// Something that has happened to users of whom no device was connected.
package struct Notice: Sendable {
    /// Who was away.
    package let users: [User.ID]
    /// What has happened.
    package let event: InboxEvent
    /// When.
    package let at: Moment
    /// How long they may take to come back before they are told.
    package var wait = Duration.zero
}
