import Friends
import Kernel
import SQLite
import Storage
import SwiftProtobuf
import TestSupport
import Testing
import Wire

@testable import Rooms

extension `Data of an earlier version` {
    @Test func `keep their messages, found by today's rules, and each emoji once`() throws {
        let data = try EarlierData(
            without: "friends.4", "partners.2", "rooms.forms", "rooms.letters"
        ) {
            (transaction) throws(Refusal) in
            try Self.react(in: transaction)
        }
        let ask = { (command: ClientMessage.OneOf_Command) in
            try data.call(command)
        }
        let search = RoomSearch.with { $0.text = "lunch 한국" }
        let found = { (answer: ServerMessage.OneOf_Body) -> Int? in
            guard case .roomFound(let found) = answer else { return nil }
            return found.messages.count
        }
        #expect(found(try ask(.roomSearch(search))) == 1)
        try data.write { (transaction) throws(Refusal) in
            while try RoomWords.advance(in: transaction) {}
        }
        #expect(found(try ask(.roomSearch(search))) == 1)
        let whole: [RoomReaction] = [
            .with { ($0.emoji, $0.from) = ("❤\u{FE0F}", ["ana", "ben"]) },
            .with { ($0.emoji, $0.from) = ("🇩", ["ben"]) },
        ]
        let page = try ask(.roomHistory(.with { $0.with = "ben" }))
        guard case .roomPage(let page) = page else { throw NotThatKind(what: "a page") }
        #expect(page.messages.map(\.reactions) == [whole])
        // What is no emoji by today's rules can be taken back, though not set.
        var react = RoomReact.with { ($0.with, $0.seq, $0.emoji, $0.cid) = ("ana", 1, "🇩", "c1") }
        react.on = false
        let rest = try data.call(.roomReact(react), as: 2, "ben")
        guard case .message(let message) = rest else { throw NotThatKind(what: "a message") }
        #expect(message.reactions == [whole[0]])
    }

    /// A message of two friends that is in the index, below which each emoji is in two forms.
    private static func react(in transaction: Transaction) throws(Refusal) {
        try transaction.signUp("ana", "ben")
        try transaction.run("INSERT INTO friendship VALUES (1, 2, 0)")
        try transaction.run("INSERT INTO room (id, low, high) VALUES (7, 1, 2)")
        let message = RoomMessage.with {
            ($0.room, $0.seq, $0.from) = ("ana:ben", 1, "ana")
            $0.text = "lu\u{AD}nch \u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"
            $0.reactions = [
                .with { ($0.emoji, $0.from) = ("❤\u{FE0F}", ["ana"]) },
                .with { ($0.emoji, $0.from) = ("🇩", ["ben"]) },
                .with { ($0.emoji, $0.from) = ("❤", ["ben", "ana"]) },
            ]
        }
        let event = InboxEvent(.roomMessage(message), atMilliseconds: 0)
        try transaction.run("INSERT INTO event (id, at_ms, body) VALUES (1, 0, \(event.stored))")
        try transaction.run(
            """
            INSERT INTO room_message (room_id, seq, author, event_id, said, is_indexed)
            VALUES (7, 1, 1, 1, 1, 1)
            """)
        try transaction.run(RoomWords.index.insert(1, words: "u0000000000001lu"))
    }
}
