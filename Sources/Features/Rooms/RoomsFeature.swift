import Accounts
public import Kernel
import Wire

/// Rooms: messages between friends, their history, what is unread, delivered and read, what is
/// taken back or answered with an emoji, and what is found by its words (Z20-Z26).
public struct RoomsFeature: Sendable {
    private let commands = RoomCommands()
    private let marks = MarkCommands()
    private let changes: ChangeCommands

    let presence: any PresenceView

    /// - Parameters:
    ///   - presence: who is online.
    ///   - terms: how long one may take back what one said; asked each time.
    public init(
        presence: any PresenceView, terms: @escaping @Sendable () -> RoomTerms = { RoomTerms() }
    ) {
        self.presence = presence
        changes = ChangeCommands(terms: terms)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(RoomSchema.migrations)
        installEvents(in: &catalog)
        catalog.audit(RoomSchema.audits)
        catalog.tally("messages", "SELECT count(*) FROM room_message")
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
        catalog.live(
            Command.roomType, takesBack: { .when($0.hasOn && !$0.on) }
        ) { command, caller throws(Refusal) in
            guard command.hasOn else {
                throw Refusal(.invalidField, field: "on", "expected true or false")
            }
            // Nobody has such a name, so nobody is told.
            guard !RoomKey.isGroup(command.with) else {
                return .typing(to: command.with, room: command.with, isOn: command.on)
            }
            let with = try Username(command.with, field: "with").description
            let room = RoomKey(caller.username, with)
            return .typing(to: with, room: room.description, isOn: command.on)
        }
        catalog.read(
            Command.roomList, reply: { .rooms($0) },
            next: { body in
                guard case .rooms(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, commands.list)
        installChanges(in: &catalog)
        installGroups(in: &catalog)
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

    private func installChanges(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        let changes = changes
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
                    takenBack: command.on ? nil : .formerReaction, transaction)
            }, changes.react)
    }
}
