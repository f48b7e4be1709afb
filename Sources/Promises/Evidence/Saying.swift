package import Wire

/// A message of ours where somebody found it.
package struct Saying: Hashable, Sendable {
    package let author: Int
    /// The author's count.
    package let number: Int
    package let room: PersonPair
    /// Its place in the room.
    package let seq: UInt32

    package init(author: Int, number: Int, room: PersonPair, seq: UInt32) {
        (self.author, self.number, self.room, self.seq) = (author, number, room, seq)
    }

    /// Reads a message; nil if it is none of ours.
    package init?(_ message: RoomMessage, _ roster: Roster) {
        guard let author = roster.number(message.from), let room = roster.pair(message.room)
        else { return nil }
        self.init(
            author: author, number: Self.number(in: message), room: room, seq: message.seq)
    }

    /// The author's count in a message. What has no number is known by its place, whatever it says
    /// by now.
    static func number(in message: RoomMessage) -> Int {
        Int(message.text.prefix { $0 != " " }) ?? -Int(message.seq)
    }

    /// The text of a message: its number, filled up to so many characters.
    package static func text(_ number: Int, characters: Int) -> String {
        let text = "\(number) "
        return text + String(repeating: ".", count: max(1, characters - text.utf8.count))
    }

    /// The client's own id of the message.
    package static func cid(_ number: Int) -> String { "m\(number)" }

    /// The number in a `cid` of ours.
    package static func number(cid: String) -> Int? {
        cid.hasPrefix("m") ? Int(cid.dropFirst()) : nil
    }
}
