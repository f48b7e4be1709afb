import Kernel
import Wire

/// A user who is connected, on any number of devices, or has just left.
struct ConnectedUser: Sendable {
    let username: String
    /// What friends may know.
    var discretion: Discretion
    var sessions: [ConnectionKey] = []
    /// How many of the sessions are not silent.
    var presentCount = 0
    /// Whether friends see the user as online: a little longer than a session is open.
    var isShown = false
    /// The state that other nodes know.
    var announced = Attending.gone
    /// When friends could last see the user. It holds while the user is not shown, and is kept
    /// after that.
    var lastSeen: Moment?
    /// The users whose presence this user sees, and who see this user's; nil until the store has
    /// answered.
    var friends: SortedUsers?
    /// When the absence will be announced, unless the user comes back; nil while the user is here.
    var leavesAt: Duration?
    /// The typing notices that the user's friends received last.
    var typing: [TypingNotice] = []
    /// The last one in a group: one in all groups, since the store is asked for its recipients.
    var groupTyping: GroupTypingNotice?

    init(username: String, discretion: Discretion) {
        self.username = username
        self.discretion = discretion
    }

    /// Whether the user is here, visible to friends or not.
    var isHere: Bool { presentCount > 0 || leavesAt != nil }

    /// The presence as friends see it.
    var presence: Presence {
        var presence = Presence()
        presence.user = username
        presence.online = isShown
        if !isShown, let lastSeen { presence.lastSeen = lastSeen.timestamp }
        return presence
    }
}

/// The last notice to the members of a group about the user's typing.
struct GroupTypingNotice: Sendable {
    /// The group's room on the wire.
    let room: String
    /// When they were last notified that the user types.
    let at: Duration
    /// Whether they see the user as typing.
    var isOn: Bool
}

/// The last notice to a friend about the user's typing.
struct TypingNotice: Sendable {
    let to: User.ID
    /// When the friend was last notified that the user types.
    var at: Duration
    /// Whether the friend sees the user as typing.
    var isOn: Bool
}
