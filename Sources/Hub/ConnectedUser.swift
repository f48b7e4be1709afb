import Kernel
import Wire

/// Somebody who is connected, on any number of devices, or has just left.
struct ConnectedUser: Sendable {
    let username: String
    /// What friends may know.
    var discretion: Discretion
    var sessions: [ConnectionKey] = []
    /// How many of the sessions are not silent.
    var presentCount = 0
    /// Whether friends may take the user for online; a little longer than one is present.
    var isShown = false
    /// What other nodes were told.
    var announced = Attending.gone
    /// When friends last could see the user; while the user is not shown, and after.
    var lastSeen: Moment?
    /// Whose presence this user hears of, and who hears of this user's; nil until the store has
    /// said it.
    var friends: SortedUsers?
    /// When the absence will be announced, if nobody comes back; nil while somebody is here.
    var leavesAt: Duration?
    /// What the user was last seen to write, by whom it was meant for.
    var typing: [TypingNotice] = []

    init(username: String, discretion: Discretion) {
        self.username = username
        self.discretion = discretion
    }

    /// Whether the user is here, whoever may know of it.
    var isHere: Bool { presentCount > 0 || leavesAt != nil }

    /// As friends are told.
    var presence: Presence {
        var presence = Presence()
        presence.user = username
        presence.online = isShown
        if !isShown, let lastSeen { presence.lastSeen = lastSeen.timestamp }
        return presence
    }
}

/// What a friend was told of somebody's writing.
struct TypingNotice: Sendable {
    let to: User.ID
    /// When it was last told that the user writes.
    var at: Duration
    /// Whether the friend believes that the user is writing.
    var isOn: Bool
}
