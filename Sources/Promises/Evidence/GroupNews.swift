import Wire

/// An event of an inbox about a group: a message in it, or a change of its members.
package struct GroupNews: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The author's count, and the place in the room.
        case message(author: Int, number: Int, seq: UInt32)
        case members(joined: Set<Int>, left: Set<Int>)
    }

    /// "#17"
    package let room: String
    package let kind: Kind

    package init(_ room: String, _ kind: Kind) {
        (self.room, self.kind) = (room, kind)
    }

    /// nil: it is about something else, or it names a user outside the roster.
    init?(_ body: ServerMessage.OneOf_Body, _ roster: Roster) {
        switch body {
        case .roomMessage(let message) where message.room.hasPrefix("#"):
            guard let author = roster.number(message.from) else { return nil }
            let number = Saying.number(in: message)
            self.init(
                message.room, .message(author: author, number: number, seq: message.seq))
        case .groupChanged(let change) where !change.joined.isEmpty || !change.left.isEmpty:
            let joined = change.joined.compactMap { roster.number($0.username) }
            let left = change.left.compactMap(roster.number)
            guard joined.count == change.joined.count, left.count == change.left.count else {
                return nil
            }
            self.init(change.group.room, .members(joined: Set(joined), left: Set(left)))
        default: return nil
        }
    }

    func joins(_ person: Int) -> Bool {
        if case .members(let joined, _) = kind { joined.contains(person) } else { false }
    }

    var isMessage: Bool { if case .message = kind { true } else { false } }

    func leaves(_ person: Int) -> Bool {
        if case .members(_, let left) = kind { left.contains(person) } else { false }
    }
}

/// A message that a person sent to a group.
package struct GroupSending: Sendable, Equatable {
    package let room: String
    /// Its place in the room, once it was acknowledged.
    package var acknowledgedAt: UInt32?

    /// The client's own id of the message.
    package static func cid(_ number: Int) -> String { "g\(number)" }

    /// The number in a `cid` of ours.
    static func number(cid: String) -> Int? { cid.hasPrefix("g") ? Int(cid.dropFirst()) : nil }
}
