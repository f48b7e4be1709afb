import Accounts
public import Files
import Friends
public import Kernel
public import Media
public import Wire

/// Rooms: messages between friends, their history, what is unread, delivered and read, what is
/// taken back or answered with an emoji, and what is found by its words (Z20-Z26).
public struct RoomsFeature: Sendable {
    private let commands = RoomCommands()
    private let marks = MarkCommands()
    let changes: ChangeCommands
    private let attachments: AttachmentCommands
    private let expiry: ExpiryCommands

    let presence: any PresenceView

    /// - Parameters:
    ///   - presence: who is online.
    ///   - files: where attachments are stored.
    ///   - media: makes pictures and voice messages of them.
    ///   - terms: how long a message can be edited or deleted, and when it may disappear; read for
    ///     each command.
    public init(
        presence: any PresenceView, files: StoredFiles, media: MediaQueue,
        terms: @escaping @Sendable () -> RoomTerms = { RoomTerms() }
    ) {
        self.presence = presence
        changes = ChangeCommands(terms: terms)
        expiry = ExpiryCommands(terms: terms)
        attachments = AttachmentCommands(files: files, media: media, terms: terms)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(RoomSchema.migrations)
        installEvents(in: &catalog)
        catalog.audit(RoomSchema.audits)
        catalog.audit(Pins.audits)
        catalog.tally("messages", "SELECT count(*) FROM room_message WHERE expires_ms <> 1")
        catalog.writeOnce(
            Command.roomSend, needsCid: true, reply: { .roomSent($0) }, rate: .messages,
            foreseen: { command, caller in Conversation.foreseen(of: command.to, caller) },
            commands.send)
        catalog.read(
            Command.roomHistory, reply: { .roomPage($0) },
            next: { body in
                guard case .roomPage(let page) = body, page.more else { return nil }
                return page.messages.first.map { RouteAnswer.query("before", $0.seq) }
            }, commands.history)
        catalog.writeOnce(
            Command.roomMark, reply: { .roomMarked($0) }, rate: .marks, marks.mark)
        catalog.writeOnce(
            Command.roomMute, reply: { .roomMarked($0) }, rate: .settings,
            takesBack: { .when($0.muted) }, marks.mute)
        catalog.onAcknowledge(marks.acknowledge)
        installTyping(in: &catalog)
        catalog.read(
            Command.roomList, reply: { .rooms($0) },
            next: { body in
                guard case .rooms(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, commands.list)
        installChanges(in: &catalog)
        installPins(in: &catalog)
        installPolls(in: &catalog)
        installGroups(in: &catalog)
        attachments.install(in: &catalog)
        expiry.install(in: &catalog)
        catalog.read(
            Command.roomSearch, reply: { .roomFound($0) }, rate: .searches,
            next: { body in
                guard case .roomFound(let found) = body, !found.next.isEmpty else { return nil }
                return RouteAnswer.query("before", found.next)
            },
            SearchCommands().search)
        catalog.backlog("rooms.index", every: .seconds(1), RoomWords.advance)
        catalog.onErase(RoomRecords.erase)
        catalog.disclose("rooms", RoomRecords.disclose)
        catalog.disclose("groups", GroupRecords.disclose)
        let commands = commands
        catalog.contribute { (caller, snapshot, whole) throws(Refusal) in
            whole.rooms = try commands.list(RoomList(), caller, snapshot)
        }
    }

    private func installTyping(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.live(
            Command.roomType, takesBack: { .when($0.hasOn && !$0.on) }
        ) { command, caller throws(Refusal) in
            guard command.hasOn else {
                throw Refusal(.invalidField, field: "on", "expected true or false")
            }
            guard !RoomKey.isGroup(command.with) else {
                return .typingInGroup(room: command.with, isOn: command.on)
            }
            let with = try Username(command.with, field: "with").description
            let room = RoomKey(caller.username, with)
            return .typing(to: with, room: room.description, isOn: command.on)
        }
    }

    private func installChanges(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        let changes = changes
        catalog.audit(EarlierTexts.audits)
        catalog.backlog("rooms.earlier", every: .seconds(60), EarlierTexts.sweep)
        catalog.read(Command.roomRead, reply: { .roomMessages($0) }, Quotes.read)
        catalog.writeOnce(
            Command.roomEdit, reply: { .message($0) }, rate: .messages,
            again: { (command, caller, transaction) throws(Refusal) in
                try changes.current(command.with, command.seq, caller, transaction)
            }, changes.edit)
        catalog.writeOnce(
            Command.roomDelete, reply: { .message($0) }, rate: .messages,
            takesBack: { _ in .yes },
            again: { (command, caller, transaction) throws(Refusal) in
                try changes.current(
                    command.with, command.seq, caller, takenBack: .message, transaction)
            }, changes.delete)
        catalog.writeOnce(
            Command.roomReact, reply: { .message($0) }, rate: .messages,
            takesBack: { .when($0.hasOn && !$0.on) },
            again: { (command, caller, transaction) throws(Refusal) in
                try changes.current(
                    command.with, command.seq, caller,
                    takenBack: command.on ? nil : .formerPart, transaction)
            }, changes.react)
    }
}

extension Rate {
    /// Read marks: as often as there are messages.
    public static let marks = Rate(
        "marks", of: .user, unit: "marks",
        burst: (30, 10_000, "Read marks of a user at once (burst)."),
        perMinute: (300, 1_000_000, "Read marks of a user per minute, after the burst."))

    /// Friends who are invited to groups; a new group without any counts as one.
    public static let invitations = Rate(
        "invitations", of: .user, unit: "invitations",
        burst: (400, 100_000, "Friends whom a user invites to groups at once (burst)."),
        perMinute: (20, 100_000, "Friends whom a user invites per minute, after the burst."))
}

extension RoomsFeature {
    /// How many conversations with friends, and how many groups, are looked at for a badge.
    private static let badgeMax = 20

    /// How many messages a user has not read, in the newest conversations that are not muted.
    public static func unreadCount(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> UInt32 {
        var count: UInt32 = 0
        let now = snapshot.now
        for room in try snapshot.all(.rooms(of: user, behind: nil, limit: badgeMax, at: now)) {
            guard let mark = try snapshot.first(.mark(of: user, in: room.room, at: now)) else {
                continue
            }
            count &+= mark.isMuted ? 0 : mark.unread
        }
        for group in try snapshot.all(.groups(of: user, behind: nil, limit: badgeMax)) {
            guard let mark = try snapshot.first(.groupMark(of: user, in: group.room, at: now))
            else { continue }
            count &+= mark.isMuted ? 0 : mark.unread
        }
        return count
    }
}

extension RoomsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "rooms"
    /// Marks, invitations and attachments.
    public static let rates: [Rate] = [.marks, .invitations, .attachments, .attachmentReads]
    /// How long a message can be edited or deleted by its author, and when messages may disappear;
    /// what may be attached.
    public static let settings = [editMinutes, deleteMinutes, expireMinutes, fileBytes]

    static let editMinutes = Setting(
        "rooms.editMinutes", .integer(15, in: 0...5_256_000, unit: "minutes"),
        "How long a message may be edited after it was sent.", .reload)
    static let deleteMinutes = Setting(
        "rooms.deleteMinutes", .integer(1_440, in: 0...5_256_000, unit: "minutes"),
        "How long a message may be deleted after it was sent.", .reload)
    static let expireMinutes = Setting(
        "rooms.expireMinutes", .integer(5, in: 1...Int(Expiry.minutesMax), unit: "minutes"),
        "How soon after they were sent messages may disappear.", .reload)
    static let fileBytes = Setting(
        "rooms.fileBytes",
        .integer(26_214_400, in: 65_536...1_073_741_824, unit: "bytes"),
        "Most bytes of a file that is attached to a message.")
}

extension RoomTerms {
    /// As it is set.
    public init(_ settings: SettingValues) {
        self.init(
            editable: settings.minutes(RoomsFeature.editMinutes),
            deletable: settings.minutes(RoomsFeature.deleteMinutes),
            lifeMinutesMin: UInt32(clamping: settings.integer(RoomsFeature.expireMinutes)),
            fileBytesMax: settings.integer(RoomsFeature.fileBytes))
    }
}

extension RoomsFeature {
    /// Says something in a conversation, as the command `roomSend` does.
    ///
    /// - Parameter name: of a friend, or a group's room: "#17".
    /// - Throws: `.notFriends`, `.notMember` and `.invalidField`, for the fields `to` and `text`.
    public static func send(
        _ text: String, to name: String, _ caller: Caller, in transaction: Transaction
    ) throws(Refusal) -> RoomSent {
        var command = RoomSend()
        (command.to, command.text) = (name, text)
        return try RoomCommands().send(command, caller, transaction)
    }
}

extension RoomsFeature {
    /// A message as it stands, if it makes a noise for its reader: the two may talk, or both are in
    /// the group; the room is not muted, or the message mentions the reader since it was sent; and
    /// it was not deleted.
    public static func loudMessage(
        _ message: RoomMessage, to reader: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> RoomMessage? {
        var reading = GroupReading(of: reader)
        guard try reading.allows(message, in: snapshot),
            let account = try snapshot.first(.account(named: message.from))
        else { return nil }
        let found =
            if let number = RoomKey.number(in: message.room) {
                try group(number, reader, in: snapshot)
            } else {
                try pair(account.id, reader, in: snapshot)
            }
        guard let (room, isMuted) = found,
            try isMuted ? Mentions.isNew(for: reader, message.seq, in: room, snapshot) : true,
            let said = try snapshot.first(.message(message.seq, in: room)),
            said.author == account.id, said.message.isThere, !said.isExpired(at: snapshot.now)
        else { return nil }
        return said.message
    }

    private static func pair(
        _ author: User.ID, _ reader: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> (Room.ID, isMuted: Bool)? {
        guard let pair = UserPair(reader, author),
            try Bonds.allow(.chat, pair, in: snapshot),
            let room = try snapshot.first(.room(of: pair))
        else { return nil }
        return (room, try Groups.isMuted(room.rawValue, by: reader, in: snapshot))
    }

    private static func group(
        _ number: UInt32, _ reader: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> (Room.ID, isMuted: Bool)? {
        guard let group = try snapshot.first(.group(number: number)) else { return nil }
        let isMuted = try Groups.isMuted(group.room.rawValue, by: reader, in: snapshot)
        return (group.room, isMuted)
    }
}

extension RoomsFeature {
    /// What is done with groups.
    func installGroups(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        let groups = GroupCommands(presence: presence)
        catalog.tally("groups", "SELECT count(*) FROM room_group WHERE members > 0")
        catalog.writeOnce(
            Command.groupCreate, reply: { .group($0) }, rate: .invitations,
            count: { min($0.members.count, Groups.membersMax) }, groups.create)
        catalog.read(Command.groupRead, reply: { .groupPage($0) }, groups.read)
        catalog.writeOnce(
            Command.groupAdd, reply: { .group($0) }, rate: .invitations,
            count: { min($0.members.count, Groups.membersMax) }, groups.add)
        catalog.writeOnce(
            Command.groupRemove, reply: { .group($0) }, rate: .settings,
            takesBack: { _ in .yes }, groups.remove)
        catalog.writeOnce(
            Command.groupLeave, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, groups.leave)
        catalog.writeOnce(
            Command.groupRename, reply: { .group($0) }, rate: .settings, groups.rename)
        catalog.writeOnce(
            Command.groupPass, reply: { .group($0) }, rate: .settings, groups.pass)
        catalog.writeOnce(
            Command.groupInvite, reply: { .groupPage($0) }, rate: .settings,
            takesBack: { .when($0.hasOn && !$0.on) }, groups.invite)
        catalog.writeOnce(
            Command.groupJoin, reply: { .group($0) }, rate: .settings, groups.join)
        catalog.read(Command.groupCommon, reply: { .groupList($0) }, groups.common)
        catalog.disclose("invitations", Invitations.disclose)
        catalog.disclose("invitations sent", Invitations.discloseSent)
        catalog.backlog("rooms.groups", every: .seconds(1), GroupRecords.sweep)
    }
}
