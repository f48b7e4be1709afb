import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z26: what may be said.
@Suite struct `A message's text` {
    @Test(arguments: [
        "", " ", "\n\t \n", "\u{3000}", "\u{2028}", "\u{200B}", " \u{2060}\u{FEFF} ", "\u{AD}",
        "\u{3164}", "\u{2800} \u{2800}", "\u{115F}\u{FFA0}", "\u{FE0F}", "\u{34F}", "\u{301}",
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
        // Other lines, marks of direction, annotations.
        "a\u{2028}b", "a\u{2029}b", "a\u{206A}", "a\u{FFF9}b",
        // Tags without a flag, with a flag that is none, and after the end of one.
        "a\u{E0041}", "\u{E0001}a", "\u{1F3F4}\u{E0075}\u{E0073}\u{E0063}\u{E0061}\u{E007F}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\u{E0041}",
        // Towers of marks, and a hidden message.
        "e" + String(repeating: "\u{301}", count: 10),
        "a" + String(repeating: "\u{200B}", count: 9),
        "❤" + String(repeating: "\u{FE01}\u{E0100}", count: 5),
        "a" + String(repeating: "\u{20DD}\u{489}\u{200D}", count: 3),
    ])
    func `shows all that is in it, and nothing outside of its lines`(text: String) throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.invalidField, "text") { try world.ana.say(text, to: "ben") }
        expectRefusal(.invalidField, "message") { try world.ana.request("cleo", text) }
        expectRefusal(.invalidField, "displayName") { try world.dora.register(displayName: text) }
        expectRefusal(.invalidField, "device") { try world.dora.register(device: text) }
    }

    @Test(arguments: [
        "hi", "two\nlines\tand a tab", "  spaced  ", "Grüße, 你好, שלום", "👩‍👩‍👧‍👦", "e\u{301}",
        "\"\\/{}[]", "<b>&amp;</b>", "'; DROP TABLE room; --", "%s%n", "\u{FFFD}", "\u{10FFFF}",
        // Emoji: selectors, joiners, skin, keycaps, and the flags that are spelled in tags.
        "❤️ ❤︎ ❤️‍🔥", "👩🏽‍🚀", "🏳️‍🌈 🏴‍☠️ 🏴", "1️⃣", "🇺🇦",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}!",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}\u{1F3F4}",
        // Writing that needs marks and what is not seen: Hebrew with its accents, Arabic with its
        // vowels, Persian, Hindi, Tibetan, Thai, Burmese, Vietnamese taken apart, a rare form.
        "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים", "ٱلسَّلَامُ عَلَيْكُمْ",
        "שלום\u{200F}!", "+49 30\u{200E}", "می\u{200C}خواهم", "क्\u{200D}ष", "བསྒྲུབས་", "น้ำ",
        "ကြွှံ့", "e\u{302}\u{301}\u{323}", "葛\u{E0100}", "e" + String(repeating: "\u{301}", count: 8),
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
