extension ServerMessage.OneOf_Body {
    /// The usernames of those whom a durable event is about, or from; none for what is no event.
    ///
    /// When somebody's account is erased, an event that names them here loses what it says. What a
    /// person has written may mention anybody, and is not looked at.
    public var peopleNamed: [String] {
        switch self {
        case .profileChanged(let changed): [changed.user.username]
        case .friendRequested(let requested): [requested.from.username]
        case .friendRequestClosed(let closed): [closed.from, closed.to]
        case .friendAdded(let added): [added.friend.username]
        case .friendRemoved(let removed): [removed.friend]
        case .blockChanged(let changed): [changed.user.username]
        case .roomMessage(let message): message.peopleNamed
        case .roomBadge(let badge): RoomMessage.people(ofRoom: badge.mark.room)
        case .roomMessageChanged(let changed): changed.message.peopleNamed
        case .match(let match): [match.with.username]
        case .matchEnded(let ended): [ended.with]
        case .circleCommented(let commented): [commented.comment.from.username]
        case .circleAsked(let asked): [asked.friend.username]
        case .partnerMatched(let matched): matched.partnership.peopleNamed
        case .partnerEnded(let ended): [ended.username]
        case .meetupOffered(let changed), .meetupAccepted(let changed),
            .meetupCleared(let changed), .meetupExpired(let changed):
            changed.partnership.peopleNamed
        // Events that name nobody.
        case .activityChanged, .activityEnding, .audienceChanged, .privacyChanged,
            .accountChanged, .moderationWarned:
            []
        // No events, or none that are stored. Written out, so that a new event has to be put above.
        case .error, .done, .session, .account, .identityChallenge, .identities, .export, .email,
            .secondFactorSecret, .recoveryCodes, .secondFactor, .user,
            .friendRequestSent, .friends, .mailbox, .blocks, .roomSent, .roomPage, .roomMarked,
            .rooms, .roomFound, .message, .activities, .activity, .audience, .matches,
            .matchReason, .privacy, .circlePage, .circlePost, .circleConfirmed, .circleLikes,
            .circleSaid, .circleComments, .devices, .pushKey, .speaker,
            .speakers, .partnership, .partnerships, .bye, .presence, .presenceDigest,
            .notice,
            .roomReceipt, .roomTyping, .circleChanged:
            []
        }
    }
}

extension Partnership {
    fileprivate var peopleNamed: [String] { [first.username, second.username] }
}

extension RoomMessage {
    /// A room's key is the usernames of both.
    fileprivate static func people(ofRoom key: String) -> [String] {
        key.split(separator: ":").map(String.init)
    }

    fileprivate var peopleNamed: [String] {
        Self.people(ofRoom: room) + [from] + reactions.flatMap(\.from)
    }
}
