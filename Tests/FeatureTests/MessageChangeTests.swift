import Foundation
import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Rooms

/// Z20-Z24: what was said can be changed and taken back, for a while.
@Suite struct `A message` {
    static func said(_ text: String = "secret one") throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.say(text, to: "ben")
        return world
    }

    @Test func `is edited for both, and says when`() throws {
        let world = try Self.said()
        world.clock.advance(by: .seconds(60))
        let edited = try world.ana.edit(1, with: "ben", to: "two")
        #expect(edited.text == "two" && edited.seq == 1 && edited.from == "ana")
        #expect(edited.editedAt == world.clock.now.timestamp && !edited.deleted)
        let event = Event.roomMessageChanged(.with { $0.message = edited })
        #expect(world.ana.inbox.last == event && world.ben.inbox.last == event)
        #expect(try world.ben.history(with: "ana").messages == [edited])
        #expect(try world.ben.rooms().rooms.first?.newest == edited)
        #expect(world.cleo.inbox == [])
    }

    @Test func `is deleted for both, and is still counted`() throws {
        let world = try Self.said()
        try world.ana.say("more", to: "ben")
        let deleted = try world.ana.delete(1, with: "ben")
        #expect(deleted.deleted && deleted.text == "" && deleted.reactions == [])
        #expect(try world.ben.history(with: "ana").messages.map(\.text) == ["", "more"])
        #expect(try world.ben.rooms().unread == 2)
        #expect(try world.ben.read("ana", upTo: 1).unread == 1)
        #expect(world.ben.inbox.contains(.roomMessageChanged(.with { $0.message = deleted })))
    }

    @Test func `that is deleted is gone from the data, and one that is edited from what is read`()
        throws
    {
        let world = try Self.said()
        try world.ana.edit(1, with: "ben", to: "secret two", cid: "e1")
        try world.ben.react("👍", to: 1, with: "ana")
        try world.pass(.seconds(2))
        try world.ana.edit(1, with: "ben", to: "secret three", cid: "e2")
        try world.ana.react("👀", to: 1, with: "ben")
        #expect(try world.stored("secret three"))
        #expect(try world.places(of: "secret two") == ["room_earlier.body"])
        try world.ana.delete(1, with: "ben", cid: "d1")
        #expect(try !world.stored("secret"))
        #expect(try world.ana.edit(1, with: "ben", to: "secret two", cid: "e1").text == "")
        #expect(try world.ana.delete(1, with: "ben", cid: "d1").deleted)
        let texts = world.ben.inbox.map { event in
            switch event {
            case .roomMessage(let message): message.text
            case .roomMessageChanged(let changed): changed.message.text
            default: "?"
            }
        }
        #expect(Set(texts) == [""])
    }

    @Test func `that is deleted twice is deleted once`() throws {
        let world = try Self.said()
        let deleted = try world.ana.delete(1, with: "ben")
        let events = world.ben.inbox
        try world.pass(.seconds(90_000))
        #expect(try world.ana.delete(1, with: "ben") == deleted)
        #expect(world.ben.inbox == events)
        expectRefusal(.notFound, "seq") { try world.ana.edit(1, with: "ben", to: "back") }
        expectRefusal(.notFound, "seq") { try world.ben.react("👍", to: 1, with: "ana") }
    }

    @Test func `can be edited for 15 minutes, and deleted for a day`() throws {
        let world = try Self.said()
        world.clock.advance(by: .seconds(900))
        try world.ana.edit(1, with: "ben", to: "just in time")
        world.clock.advance(by: .seconds(1))
        expectRefusal(.tooLate, "seq") { try world.ana.edit(1, with: "ben", to: "late") }
        world.clock.advance(by: .seconds(86_400 - 901))
        world.clock.advance(by: .seconds(1))
        expectRefusal(.tooLate, "seq") { try world.ana.delete(1, with: "ben") }
        #expect(try world.ben.history(with: "ana").messages.map(\.text) == ["just in time"])
    }

    @Test func `of another user is refused like one that is not there`() throws {
        let world = try Self.said()
        for seq: UInt32 in [0, 1, 2, .max] {
            expectRefusal(.notFound, "seq") { try world.ben.edit(seq, with: "ana", to: "mine") }
            expectRefusal(.notFound, "seq") { try world.ben.delete(seq, with: "ana") }
        }
        expectRefusal(.notFound, "seq") { try world.cleo.delete(1, with: "ana") }
        expectRefusal(.notFriends, "with") { try world.cleo.delete(1, with: "ben") }
        #expect(Set(world.answers["ben"] ?? []).count == 4)
        try world.ben.remove("ana")
        expectRefusal(.notFriends, "with") { try world.ben.delete(1, with: "ana") }
        expectRefusal(.notFriends, "with") { try world.ana.edit(1, with: "ben", to: "mine") }
        expectRefusal(.notFriends, "with") { try world.ana.react("👍", to: 1, with: "ben") }
    }

    @Test(arguments: ["", " ", "\u{0}", "a\u{202E}b", String(repeating: "x", count: 4_001)])
    func `is not edited to what nobody may say`(text: String) throws {
        let world = try Self.said()
        expectRefusal(.invalidField, "text") { try world.ana.edit(1, with: "ben", to: text) }
    }

    @Test func `that is edited to what it says is not changed`() throws {
        let world = try Self.said("hi")
        #expect(try !world.ana.edit(1, with: "ben", to: "hi").hasEditedAt)
        #expect(world.ben.inbox.count == 1)
    }
}

/// Z20-Z24: an answer without words.
@Suite struct `A reaction` {
    @Test func `is set and taken back, and seen by both`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("hi", to: "ben")
        try world.ben.react("👍", to: 1, with: "ana")
        let both = try world.ana.react("👍", to: 1, with: "ben")
        #expect(both.reactions == [.with { ($0.emoji, $0.from) = ("👍", ["ben", "ana"]) }])
        #expect(!both.hasEditedAt)
        #expect(world.ben.inbox.last == .roomMessageChanged(.with { $0.message = both }))
        try world.ben.react("👍", to: 1, with: "ana", on: false)
        let none = try world.ana.react("👍", to: 1, with: "ben", on: false)
        #expect(none.reactions == [])
        #expect(try world.ana.history(with: "ben").messages == [none])
    }

    @Test func `that is there, or is not, changes nothing`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("hi", to: "ben")
        try world.ben.react("👍", to: 1, with: "ana", on: false)
        try world.ben.react("👍", to: 1, with: "ana")
        let events = world.ana.inbox
        try world.ben.react("👍", to: 1, with: "ana")
        #expect(world.ana.inbox == events && events.count == 2)
    }

    @Test(arguments: [
        "👍", "👍🏽", "❤️", "🇩🇪", "1️⃣", "👨‍👩‍👧‍👦", "👩🏽‍❤️‍💋‍👨🏿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "😀",
    ])
    func `is an emoji`(emoji: String) throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("hi", to: "ben")
        #expect(
            try world.ben.react(emoji, to: 1, with: "ana").reactions.map(\.emoji) == [emoji])
    }

    @Test(arguments: [
        "", "a", "1", "1\u{FE0F}", "👍👍", "👍a", "ok", "❤\u{FE0E}", "é", "🇩", "🇽🇽", "🇩🇪🇩", "👍\u{20E3}",
        "😀🏽", "👍🏽🏽", "🏴\u{E0067}", "👍\u{200D}👍", "\u{200D}👍", "\u{20E3}", "*", "#\u{FE0F}", "\u{202E}",
        "😀\u{202E}", "😀\u{200D}",
        "😀\u{301}", "\u{FE0F}", "\n", String(repeating: "👍", count: 30), "👍\u{0}",
        "👨‍👩‍👧‍👦\u{200D}👨\u{200D}👨\u{200D}👨",
    ])
    func `is nothing but one emoji`(text: String) throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("hi", to: "ben")
        expectRefusal(.invalidField, "emoji") { try world.ben.react(text, to: 1, with: "ana") }
    }

    /// Each line of Unicode's file: the forms that keyboards send, and which of them is whole.
    @Test func `has one form for all that look alike`() throws {
        let lines = try String(
            contentsOfFile: "/usr/share/unicode/emoji/emoji-test.txt", encoding: .utf8
        ).split(separator: "\n").filter { !$0.hasPrefix("#") }
        var (whole, count): (String?, Int) = (nil, 0)
        for line in lines {
            let parts = line.split(separator: "#")[0].split(separator: ";")
            let points = parts[0].split(separator: " ").compactMap { UInt32($0, radix: 16) }
            let text = String(String.UnicodeScalarView(points.compactMap(Unicode.Scalar.init)))
            switch parts[1].trimmingCharacters(in: .whitespaces) {
            case "fully-qualified", "component": whole = text
            default: break
            }
            let bare = String(
                String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FE0F}" }))
            let marked = text.unicodeScalars.map { "\($0)\u{FE0F}" }.joined()
            for form in [text, bare, marked] {
                #expect(Emoji(form)?.text == whole, "\(points)")
                count += 1
            }
        }
        #expect(count > 14_000)
    }

    @Test func `of two forms is one, whichever side sends which`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("hi", to: "ben")
        for (one, other, whole) in [
            ("👍", "👍\u{FE0F}", "👍"), ("❤", "❤\u{FE0F}", "❤\u{FE0F}"),
            ("1\u{20E3}", "1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
            ("☝\u{FE0F}🏽", "☝🏽", "☝🏽"), ("🏳\u{200D}🌈", "🏳\u{FE0F}\u{200D}🌈", "🏳\u{FE0F}\u{200D}🌈"),
        ] {
            try world.ana.react(one, to: 1, with: "ben")
            let both = try world.ben.react(other, to: 1, with: "ana")
            #expect(both.reactions.map(\.from) == [["ana", "ben"]])
            #expect(both.reactions.map { Array($0.emoji.utf8) } == [Array(whole.utf8)])
            try world.ana.react(other, to: 1, with: "ben", on: false)
            #expect(try world.ben.react(one, to: 1, with: "ana", on: false).reactions == [])
        }
    }

    @Test func `is one of 20 at most`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("hi", to: "ben")
        for value in 0..<20 {
            let emoji = String(Character(Unicode.Scalar(0x1F600 + UInt32(value))!))
            try world.ben.react(emoji, to: 1, with: "ana")
        }
        expectRefusal(.listFull, "emoji") { try world.ana.react("👍", to: 1, with: "ben") }
        try world.ana.react("\u{1F600}", to: 1, with: "ben")
        try world.ben.react("\u{1F601}", to: 1, with: "ana", on: false)
        try world.ana.react("👍", to: 1, with: "ben")
    }

    @Test func `says whether it is set`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("hi", to: "ben")
        expectRefusal(.invalidField, "on") {
            try world.ben.call(
                .roomReact(.with { ($0.with, $0.seq, $0.emoji) = ("ana", 1, "👍") }))
        }
    }
}

extension World {
    /// Whether a text is in an event or a reply that is stored.
    func stored(_ text: String) throws -> Bool {
        let query = Query<[UInt8]>(
            "SELECT body FROM event UNION ALL SELECT reply FROM command_log"
        ) { columns throws(StoreError) in try columns.blob() }
        return try store.snapshot { (snapshot) throws(Refusal) in try snapshot.all(query) }
            .contains { String(decoding: $0, as: UTF8.self).contains(text) }
    }
}
