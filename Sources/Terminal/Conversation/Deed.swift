import Wire

/// Something that was done at the prompt and has been said there: the event that tells all devices
/// of it is no news on this one.
enum Deed: Equatable, Sendable {
    case toggled(String)
    case befriended(String)
    case parted(String)
    case settled(String)

    /// What the command in `words` does; nil when no event tells of it.
    init?(_ words: [String]) {
        guard words.count == 2 else { return nil }
        switch words[0] {
        case "up", "down": self = .toggled(words[1])
        case "accept": self = .befriended(words[1])
        case "remove": self = .parted(words[1])
        case "decline", "withdraw": self = .settled(words[1])
        default: return nil
        }
    }

    /// What the event tells, to the user `me`.
    init?(_ body: ServerMessage.OneOf_Body, to me: String) {
        switch body {
        case .activityChanged(let change) where !change.expired: self = .toggled(change.activity)
        case .friendAdded(let added): self = .befriended(added.friend.username)
        case .friendRemoved(let removed): self = .parted(removed.friend)
        case .friendRequestClosed(let closed):
            self = .settled(closed.from == me ? closed.to : closed.from)
        default: return nil
        }
    }
}
