import Accounts
public import Friends
public import Kernel
public import Wire

extension RoomsFeature {
    /// Events about messages, and about a user's own marks.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(
            \.roomMessage, people: \.peopleNamed,
            notify: { message in
                var sender = UserProfile()
                (sender.username, sender.displayName) = (message.from, message.displayName)
                return News(
                    "message", from: sender,
                    room: RoomKey.isGroup(message.room) ? message.room : "",
                    "\(message.displayName): \(News.cut(message.summary))",
                    urgency: .high, lifetime: message.life)
            },
            stillHolds: { (message, user, snapshot) throws(Refusal) in
                try Self.loudMessage(message, to: user, in: snapshot)
            })
        catalog.replay(\.roomMessage) { user, snapshot in
            var reading = MessageReading(of: user)
            return { (message) throws(Refusal) in try reading.allows(message, in: snapshot) }
        }
        catalog.event(\.roomBadge) { RoomMessage.people(ofRoom: $0.mark.room) }
        catalog.event(\.roomMessageChanged, people: \.message.peopleNamed)
        catalog.replay(\.roomMessageChanged) { user, snapshot in
            var reading = MessageReading(of: user)
            return { (changed) throws(Refusal) in
                try reading.allows(changed.message, in: snapshot)
            }
        }
        catalog.event(\.groupChanged) {
            $0.joined.map(\.username) + $0.left + [$0.by, $0.group.owner]
        }
        catalog.event(
            \.groupInvited, people: { [$0.by.username] },
            notify: { invitation in
                News(
                    "group", from: invitation.by, room: invitation.room,
                    "\(invitation.by.displayName) has invited you to \(invitation.name)")
            },
            stillHolds: { (invitation, user, snapshot) throws(Refusal) in
                try Invitations.standing(invitation, for: user, in: snapshot)
            })
        catalog.replay(\.groupInvited) { user, snapshot in
            { (invitation) throws(Refusal) in
                try Invitations.standing(invitation, for: user, in: snapshot) != nil
            }
        }
        catalog.event(\.groupInvitationClosed) { _ in [] }
    }

    /// Members' invitations end with the friendship.
    public static let friendshipChanged = Invitations.friendshipChanged
}

extension RoomMessage {
    /// The key of a room of two contains the usernames of both; that of a group contains none.
    static func people(ofRoom key: String) -> [String] {
        RoomKey.isGroup(key) ? [] : key.split(separator: ":").map(String.init)
    }

    fileprivate var peopleNamed: [String] {
        Self.people(ofRoom: room) + [from, pinned.by] + mentions + reactions.flatMap(\.from)
            + poll.options.flatMap(\.from)
    }
}

extension RoomsFeature {
    /// A message as its reader may report it.
    public struct ReportedMessage: Sendable {
        /// The room's id in the store.
        public let room: Int64
        /// What it says now.
        public let text: String
        /// What it said before its edits, the oldest first.
        public let earlier: [EarlierText]
    }

    /// What `author` said to `reader`. Friends or not: it was said to them.
    ///
    /// - Parameter group: the room of a group that the reader is in; empty: the room of the two.
    /// - Returns: nil for a message that is not there, was deleted, or is the reader's own.
    public static func message(
        _ seq: UInt32, by author: User.ID, to reader: User.ID, inGroup group: String = "",
        _ snapshot: Snapshot
    ) throws(Refusal) -> ReportedMessage? {
        guard let room = try room(of: author, reader, group, seq, in: snapshot),
            let said = try snapshot.first(.message(seq, in: room)),
            said.author == author, said.message.isThere, !said.isExpired(at: snapshot.now)
        else { return nil }
        return ReportedMessage(
            room: room.rawValue, text: said.message.wholeText,
            earlier: try EarlierTexts.of(seq, in: room, snapshot))
    }

    private static func room(
        of author: User.ID, _ reader: User.ID, _ group: String, _ seq: UInt32,
        in snapshot: Snapshot
    ) throws(Refusal) -> Room.ID? {
        guard !group.isEmpty else {
            return try UserPair(author, reader).flatMap { (pair) throws(Refusal) in
                try snapshot.first(.room(of: pair))
            }
        }
        guard author != reader, let number = RoomKey.number(in: group),
            let group = try snapshot.first(.group(number: number)),
            let membership = try snapshot.first(.membership(of: reader, in: group.room)),
            membership.isIn, seq > membership.since
        else { return nil }
        return group.room
    }

    /// Deletes a message as its author could, however old it is; nothing for a message that is
    /// deleted or missing.
    public static func remove(
        _ seq: UInt32, in room: Int64, in transaction: Transaction
    ) throws(Refusal) {
        let room = Room.ID(rawValue: room)
        guard let said = try transaction.first(.message(seq, in: room)),
            !said.message.deleted, !said.message.room.isEmpty
        else { return }
        guard !said.isExpired(at: transaction.now) else {
            return try said.expire(RoomWords.marks(in: room, transaction), in: transaction)
        }
        try change(said, to: said.message.removed(at: transaction.now), in: transaction)
    }

    private static func change(
        _ said: SaidMessage, to changed: RoomMessage, in transaction: Transaction
    ) throws(Refusal) {
        if let pair = try transaction.first(.pair(of: said.room)) {
            try said.change(
                to: changed, of: pair,
                isReadable: try Bonds.allow(.chat, pair, in: transaction), in: transaction)
        } else {
            try said.change(to: changed, inGroup: said.room, transaction)
        }
    }

    /// Removes an attachment from its message. A message that has nothing else is deleted.
    static func remove(
        _ stored: StoredAttachment, in transaction: Transaction
    ) throws(Refusal) {
        if stored.isSent,
            let said = try transaction.first(.message(stored.seq, in: stored.room)),
            !said.isExpired(at: transaction.now)
        {
            var changed = said.message
            changed.attachments.removeAll { $0.id == stored.shown.id }
            if changed.attachments.count < said.message.attachments.count {
                changed.editedAt = transaction.now.timestamp
                if !changed.isThere { changed = changed.removed(at: transaction.now) }
                try change(said, to: changed, in: transaction)
            }
        }
        try Attachments.remove(stored.shown.id, in: transaction)
    }

    /// Keeps the files of a message for administrators while a report is about it.
    public static func hold(
        _ seq: UInt32, in room: Int64, _ transaction: Transaction
    ) throws(Refusal) {
        try Attachments.hold(seq, in: Room.ID(rawValue: room), transaction)
    }

    /// The files of a reported message, for administrators.
    public static func heldAttachments(
        of seq: UInt32, in room: Int64, _ snapshot: Snapshot
    ) throws(Refusal) -> [Attachment] {
        try snapshot.all(StoredAttachment.held(seq, in: Room.ID(rawValue: room))).map(\.shown)
    }

    /// No report is about a message any longer: files that its author has deleted go.
    public static func release(
        _ seq: UInt32, in room: Int64, _ transaction: Transaction
    ) throws(Refusal) {
        try Attachments.release(seq, in: Room.ID(rawValue: room), transaction)
    }
}

extension RoomMessage {
    /// The message without what it said.
    func removed(at now: Moment) -> RoomMessage {
        var message = self
        message.text = ""
        message.deleted = true
        message.editedAt = now.timestamp
        message.reactions = []
        message.attachments = []
        message.clearPinned()
        message.clearPoll()
        (message.replyTo, message.mentions) = (0, [])
        return message
    }

    /// Whether a reaction, a vote or the pin is the user's.
    func hasPart(of username: String) -> Bool {
        pinned.by == username || poll.hasVote(of: username)
            || reactions.contains { $0.from.contains(username) }
    }

    /// The message without what others than its author have added to it.
    func alone() -> RoomMessage {
        var message = self
        message.reactions = []
        message.clearPinned()
        for place in message.poll.options.indices { message.poll.options[place].from = [] }
        return message
    }
}

extension Query where Row == UserPair {
    /// The two users of a room; no row for a group's.
    static func pair(of room: Room.ID) -> Self {
        Query("SELECT low, high FROM room WHERE id = \(room)") { columns throws(StoreError) in
            guard let pair = UserPair(try columns.id(), try columns.id()) else {
                throw .unexpectedColumn
            }
            return pair
        }
    }
}
