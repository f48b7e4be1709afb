import ArgumentParser
import Wire

/// Something that was done at the prompt and has been said there: the event that tells all devices
/// of it is no news on this one.
enum Deed: Equatable, Sendable {
    case toggled(String, on: Bool)
    case befriended(String)
    case parted(String)
    case settled(String)
    case blocked(String, isBlocked: Bool)
    /// A like of this post was set or taken back.
    case liked(String)
    /// Something was said about this post.
    case commented(String)
    /// What others may know was changed.
    case hid
    /// For whom an activity is meant was changed.
    case chose(String)
    /// My name or my picture was changed.
    case portrayed
    /// Something was done about the meetup with this partner.
    case arranged(String)
    case paired(String, isPaired: Bool)

    /// What the command in `words` does; nil when no event tells of it.
    init?(_ words: [String]) {
        guard words.count > 1 else { return nil }
        let post = PostName(argument: words[1])?.id ?? ""
        switch (words[0], words.count) {
        case ("like", 2), ("unlike", 2): self = .liked(post)
        case ("comment", _): self = .commented(post)
        case ("privacy", _): self = .hid
        case ("audience", 3...):
            guard let command = try? AudienceCommand.parse(Array(words.dropFirst())),
                command.isChange
            else { return nil }
            self = .chose(command.activity)
        case ("profile", _), ("avatar", 2): self = .portrayed
        case ("meet", 3...) where words[1] != "show": self = .arranged(words[2])
        case ("partner", 3) where words[1] == "with" || words[1] == "end":
            self = .paired(words[2], isPaired: words[1] == "with")
        case (_, 2): self.init(words[0], words[1])
        default: return nil
        }
    }

    private init?(_ command: String, _ name: String) {
        switch command {
        case "up": self = .toggled(name, on: true)
        case "down": self = .toggled(name, on: false)
        case "accept": self = .befriended(name)
        case "remove": self = .parted(name)
        case "decline", "withdraw": self = .settled(name)
        case "block": self = .blocked(name, isBlocked: true)
        case "unblock": self = .blocked(name, isBlocked: false)
        default: return nil
        }
    }

    /// What the event tells, to the user `me`.
    init?(_ body: ServerMessage.OneOf_Body, to me: String) {
        switch body {
        case .activityChanged(let change) where !change.expired:
            self = .toggled(change.activity, on: change.on)
        case .friendAdded(let added): self = .befriended(added.friend.username)
        case .friendRemoved(let removed): self = .parted(removed.friend)
        case .friendRequestClosed(let closed):
            self = .settled(closed.from == me ? closed.to : closed.from)
        case .blockChanged(let change):
            self = .blocked(change.user.username, isBlocked: change.blocked)
        case .circleChanged(let change): self.init(change, by: me)
        case .privacyChanged: self = .hid
        case .audienceChanged(let changed): self = .chose(changed.activity)
        case .profileChanged(let changed) where changed.user.username == me: self = .portrayed
        case .meetupOffered(let change), .meetupAccepted(let change), .meetupCleared(let change):
            guard change.by == me else { return nil }
            self = .arranged(change.partnership.other(than: me).username)
        case .partnerMatched(let matched):
            self = .paired(matched.partnership.other(than: me).username, isPaired: true)
        case .partnerEnded(let ended): self = .paired(ended.username, isPaired: false)
        default: return nil
        }
    }

    private init?(_ change: CircleChanged, by me: String) {
        switch change.change {
        case .liked(let likes): self = .liked(likes.post)
        case .said(let said) where said.comment.from.username == me: self = .commented(said.post)
        default: return nil
        }
    }
}
