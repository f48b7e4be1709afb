public import Kernel
public import Wire

extension RoomSend: Repeatable {}
extension RoomMark: Repeatable {}
extension RoomMute: Repeatable {}

/// Rooms: messages between friends, their history, what is unread, delivered and read (Z20-Z26).
public struct RoomsFeature: Sendable {
    private let commands = RoomCommands()
    private let marks = MarkCommands()

    /// The feature; it has no settings.
    public init() {}

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(RoomSchema.migrations)
        catalog.writeOnce(
            Command.roomSend, needsCid: true, reply: { .roomSent($0) }, rate: .messages,
            commands.send)
        catalog.read(Command.roomHistory, reply: { .roomPage($0) }, commands.history)
        catalog.writeOnce(
            Command.roomMark, reply: { .roomMarked($0) }, rate: .marks, marks.mark)
        catalog.writeOnce(
            Command.roomMute, reply: { .roomMarked($0) }, rate: .settings, marks.mute)
        catalog.onAcknowledge(marks.acknowledge)
        catalog.onErase(RoomErasure.step)
        catalog.live(Command.roomType) { command, caller throws(Refusal) in
            guard command.hasOn else {
                throw Refusal(.invalidField, field: "on", "expected true or false")
            }
            let room = RoomKey(caller.username, command.with)
            return .typing(to: command.with, room: room.description, isOn: command.on)
        }
        catalog.read(Command.roomList, reply: { .rooms($0) }, commands.list)
        let commands = commands
        catalog.contribute { (caller, snapshot, whole) throws(Refusal) in
            whole.rooms = try commands.list(RoomList(), caller, snapshot)
        }
    }
}
