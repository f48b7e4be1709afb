import SwiftProtobuf
import Wire

extension Wording {
    /// A message of a conversation that is on the screen: `14:02  ben: lunch?`.
    func message(_ message: RoomMessage) -> [String] {
        let name = safe(message.from)
        let isMine = message.from == me
        return spoken(isMine ? palette.cyan(name) : palette.bold(name), message)
    }

    /// A message that comes from anywhere: `14:02  ben: lunch?`, `14:02  you → ben: sure`.
    func arrival(_ message: RoomMessage) -> [String] {
        message.from == me
            ? spoken("you → \(other(in: message.room))", message)
            : spoken(palette.bold(safe(message.from)), message)
    }

    private func spoken(_ name: String, _ message: RoomMessage) -> [String] {
        var lines = SafeText.lines(message.text)
        if let first = lines.first { lines[0] = "\(name): \(first)" }
        return stamped(message.hasAt ? message.at : nil, lines)
    }

    /// A page of a conversation, oldest first.
    func page(_ page: RoomPage) -> [String] {
        guard let first = page.messages.first else { return [palette.dim("nothing said yet")] }
        let older = page.more ? [palette.dim("… older: --before \(first.seq)")] : []
        return older + page.messages.flatMap { message($0) }
    }

    /// How far one has read.
    func marked(_ mark: RoomMarked) -> String {
        let rest = mark.unread == 0 ? "nothing" : "\(mark.unread)"
        return "read \(other(in: mark.room)) up to \(mark.seq), \(rest) unread"
    }

    /// The conversations with the number of messages not yet read.
    func rooms(_ rooms: Rooms) -> [String] {
        guard !rooms.rooms.isEmpty else { return [palette.dim("no conversations yet")] }
        return table(
            rooms.rooms.map { room in
                let unread = room.mark.unread
                return [
                    Table.Cell(unread > 0 ? "(\(unread))" : "", palette.yellow),
                    Table.Cell(safe(room.with), unread > 0 ? palette.bold : palette.bare),
                    Table.Cell(times.text(room.newest.at), palette.dim),
                    Table.Cell(newest(room.newest)),
                ]
            })
    }

    private func newest(_ message: RoomMessage) -> String {
        (message.from == me ? "you: " : "") + safe(message.text)
    }
}
