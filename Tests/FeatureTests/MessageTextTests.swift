import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z26: what may be said.
@Suite struct `A message's text` {
    @Test(arguments: [
        "", " ", "\n\t \n", "\u{3000}", "\u{2028}", "\u{200B}", " \u{2060}\u{FEFF} ", "\u{AD}",
    ])
    func `is not blank`(text: String) throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.invalidField, "text") { try world.ana.say(text, to: "ben") }
        #expect(world.ben.inbox == [])
    }

    @Test func `has at most 4,000 characters`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say(String(repeating: "🫖", count: 4000), to: "ben")
        expectRefusal(.invalidField, "text") {
            try world.ana.say(String(repeating: "x", count: 4001), to: "ben")
        }
        expectRefusal(.invalidField, "text") {
            try world.ana.say("e" + String(repeating: "\u{301}", count: 4000), to: "ben")
        }
        #expect(world.ben.inbox.count == 1)
    }

    @Test(arguments: [
        "a\u{0}", "\u{1B}[2J", "a\u{7}", "a\r", "a\u{7F}", "a\u{85}", "a\u{9B}31m", "a\u{202E}b",
        "a\u{202A}b", "a\u{2066}b", "a\u{2069}b",
    ])
    func `has no control characters, and nothing that turns the direction`(text: String) throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.invalidField, "text") { try world.ana.say(text, to: "ben") }
    }

    @Test(arguments: [
        "hi", "two\nlines\tand a tab", "  spaced  ", "Grüße, 你好, שלום", "👩‍👩‍👧‍👦", "e\u{301}",
        "\"\\/{}[]", "<b>&amp;</b>",
        "'; DROP TABLE room; --", "%s%n", "\u{FFFD}", "\u{10FFFF}",
    ])
    func `arrives as it was typed`(text: String) throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say(text, to: "ben")
        let arrived = try #require(try world.ben.history(with: "ana").messages.first).text
        #expect(Array(arrived.utf8) == Array(text.utf8))
    }

    @Test(arguments: WireFormat.allCases)
    func `arrives in either format`(format: WireFormat) throws {
        let world = try World(friends: [("ana", "ben")])
        let send = RoomSend.with {
            $0.to = "ben"
            $0.text = "Grüße 🫖"
            $0.cid = "1"
        }
        try world.ana.call(.roomSend(send), format)
        #expect(try world.ben.history(with: "ana").messages.map(\.text) == ["Grüße 🫖"])
    }
}
