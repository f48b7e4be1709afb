import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Rooms

/// Messages are found by author, kind and time, with and without words.
@Suite struct `A search by author, kind and time` {
    typealias Place = `A search`.Place

    /// ana and ben have said things, 100 s apart; cleo is a friend of ana's.
    private static func world(_ place: Place) throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.say("lunch today", to: "ben")
        try world.later()
        try world.ben.say("lunch tomorrow", to: "ana")
        try world.later()
        let menu = try world.upload("soup", as: "kind=file&name=Menü lunch.txt", by: "ben")
        try world.ben.send(files: [menu], to: "ana")
        if place == .both { try world.pass(.seconds(1)) }
        try world.later()
        try world.cleo.say("lunch with cleo", to: "ana")
        try world.later()
        let list = try world.upload("list", as: "kind=file&name=list.txt", by: "ana")
        try world.ana.send(files: [list], "here", to: "cleo")
        if place == .index { try world.pass(.seconds(1)) }
        return world
    }

    @Test(arguments: Place.allCases)
    func `finds messages of one author`(place: Place) throws {
        let world = try Self.world(place)
        #expect(try world.ana.find { $0.text = "lunch" } == ["1c", "3b", "2b", "1b"])
        #expect(try world.ana.find { ($0.text, $0.from) = ("lunch", "ben") } == ["3b", "2b"])
        #expect(try world.ana.find { $0.from = "ana" } == ["2c", "1b"])
        #expect(try world.ana.find { ($0.from, $0.with) = ("ana", "ben") } == ["1b"])
        #expect(try world.ana.find { ($0.from, $0.with) = ("cleo", "ben") } == [])
        // No user has the one name, and a stranger the other.
        for name in ["dora", "ben"] {
            #expect(try world.cleo.find { $0.from = name } == [])
            #expect(try world.cleo.find { ($0.text, $0.from) = ("lunch", name) } == [])
        }
    }

    @Test(arguments: Place.allCases)
    func `finds messages of one kind, and files by their names`(place: Place) throws {
        let world = try Self.world(place)
        #expect(try world.ana.find { $0.kind = .files } == ["2c", "3b"])
        #expect(try world.ana.find { $0.kind = .texts } == ["1c", "2b", "1b"])
        #expect(try world.ana.find { $0.kind = .pictures } == [])
        #expect(try world.ana.find { ($0.kind, $0.text) = (.files, "menu lun") } == ["3b"])
        #expect(try world.ana.find { ($0.kind, $0.from) = (.files, "ana") } == ["2c"])
        #expect(try world.ana.find { $0.text = "txt list" } == ["2c"])
        #expect(try world.ana.find { $0.text = "here list" } == ["2c"])
    }

    @Test(arguments: Place.allCases)
    func `finds messages of a time, with its beginning and without its end`(place: Place) throws {
        let world = try Self.world(place)
        let times = try world.ana.history(with: "ben").messages.map(\.at)
        #expect(try world.ana.find { $0.since = times[1] } == ["2c", "1c", "3b", "2b"])
        #expect(try world.ana.find { $0.until = times[1] } == ["1b"])
        #expect(
            try world.ana.find { ($0.since, $0.until) = (times[0], times[2]) } == ["2b", "1b"])
        #expect(
            try world.ana.find { ($0.since, $0.until, $0.text) = (times[1], times[2], "lunch") }
                == ["2b"])
        #expect(try world.ana.find { ($0.since, $0.until) = (times[1], times[1]) } == [])
        // Times that no clock shows, and those that JSON cannot say.
        for (seconds, found) in [(Int64.min, 5), (.max, 5), (-1, 5), (1 << 40, 0)] {
            let time = Google_Protobuf_Timestamp(seconds: seconds, nanos: .max)
            let search = RoomSearch.with { $0.since = time }
            guard case .roomFound(let page) = try world.ana.call(.roomSearch(search), .binary)
            else { throw NotThatKind(what: "what was found") }
            #expect(page.messages.count == found, "\(seconds)")
        }
    }

    @Test(arguments: Place.allCases)
    func `follows what becomes of a message`(place: Place) throws {
        let world = try Self.world(place)
        try world.ben.edit(2, with: "ana", to: "dinner")
        try world.ben.delete(3, with: "ana")
        for _ in 1...2 {
            #expect(try world.ana.find { $0.from = "ben" } == ["2b"])
            #expect(try world.ana.find { ($0.from, $0.text) = ("ben", "din") } == ["2b"])
            #expect(try world.ana.find { ($0.kind, $0.text) = (.files, "menu") } == [])
            try world.pass(.seconds(1))
        }
        try world.ben.remove("ana")
        #expect(try world.ana.find { $0.from = "ben" } == [])
        #expect(try world.ana.find { $0.from = "ana" } == ["2c"])
        #expect(try world.ben.find { $0.from = "ben" } == [])
    }

    @Test(arguments: [false, true])
    func `finds in a group what a member may read there`(isIndexed: Bool) throws {
        let (world, room) = try `A group`.world()
        for number in 1...70 { try world.ben.say("early \(number)", to: room) }
        try world.ana.removeMember("cleo", from: room)
        try world.ana.add("cleo", to: room)
        try world.ben.say("late", to: room)
        try world.ana.say("later", to: room)
        if isIndexed { try world.pass(.seconds(1)) }
        let search = RoomSearch.with { ($0.from, $0.limit) = ("ben", 1) }
        let page = try world.cleo.search(search)
        #expect(page.messages.map(\.text) == ["late"])
        if !page.next.isEmpty {
            var rest = search
            rest.before = page.next
            #expect(try world.cleo.search(rest) == RoomFound())
        }
        #expect(try world.cleo.search(.with { $0.kind = .texts }).messages.count == 2)
        try world.cleo.block("ben")
        #expect(try world.cleo.search(search).messages == [])
        #expect(try world.cleo.search(.with { $0.kind = .texts }).messages.map(\.text) == ["later"])
    }

    @Test(arguments: Place.allCases)
    func `comes in pages, without gaps`(place: Place) throws {
        let world = try World(friends: [("ana", "ben")])
        for number in 1...120 {
            if place == .both, number == 60 { try world.pass(.seconds(1)) }
            let (author, other) = number % 3 == 0 ? (world.ben, "ana") : (world.ana, "ben")
            try author.say("word \(number)", to: other)
        }
        if place == .index { try world.pass(.seconds(1)) }
        var search = RoomSearch.with { ($0.from, $0.limit) = ("ben", 7) }
        var found: [UInt32] = []
        repeat {
            let page = try world.ana.search(search)
            #expect(page.messages.count <= 7)
            found += page.messages.map(\.seq)
            search.before = page.next
        } while !search.before.isEmpty
        #expect(found == Array(stride(from: UInt32(120), through: 3, by: -3)))
    }

    @Test func `finds a message by each kind of what it has`() {
        func kinds(_ attachments: AttachmentKind..., hasPoll: Bool = false) -> [MessageKind] {
            RoomMessage.with { message in
                message.attachments = attachments.map { kind in .with { $0.kind = kind } }
                if hasPoll { message.poll = Poll() }
            }.kinds
        }
        #expect(kinds() == [.texts])
        #expect(kinds(.link) == [.links, .texts])
        #expect(kinds(.picture, .location, .voice) == [.pictures, .places, .voices])
        #expect(kinds(.file, hasPoll: true) == [.files, .polls])
    }

    @Test func `is asked with something to look for`() throws {
        let world = try Self.world(.index)
        expectRefusal(.invalidField, "text") { _ = try world.ana.find { $0.with = "ben" } }
        expectRefusal(.invalidField, "text") {
            _ = try world.ana.find { ($0.text, $0.from) = ("?!", "ben") }
        }
        for name in ["Ben", "b", "ben*", "ben or ana", "#17", "ana:ben"] {
            expectRefusal(.invalidField, "from") { _ = try world.ana.find { $0.from = name } }
        }
        expectRefusal(.invalidField, "kind") {
            _ = try world.ana.find { $0.kind = .UNRECOGNIZED(9) }
        }
        expectRefusal(.invalidField, "until") {
            _ = try world.ana.find {
                $0.since = .init(seconds: 10)
                $0.until = .init(seconds: 9)
            }
        }
    }

    /// A text has no word that stands for an author or a kind, and a name is none of another.
    @Test(arguments: Place.allCases)
    func `is deceived by no text`(place: Place) throws {
        let world = try World(friends: [("ana", "ben")])
        for name in ["a_b", "ab1"] {
            try world.signUp(name)
            try world[dynamicMember: name].request("ana")
            try world.ana.accept(name)
        }
        let mark = RoomWords.question(Words("x"), of: world.ana.id, with: nil).dropLast(2)
        for word in ["f\(mark)ben", "k\(mark)2", "fben", "k2", "ben", String(mark)] {
            try world[dynamicMember: "a_b"].say(word, to: "ana")
        }
        try world.ab1.say("hello", to: "ana")
        if place != .inbox { try world.pass(.seconds(1)) }
        #expect(try world.ana.find { $0.from = "ben" } == [])
        #expect(try world.ana.find { $0.kind = .pictures } == [])
        #expect(try world.ana.find { $0.from = "a_b" }.count == 6)
        #expect(try world.ana.find { $0.from = "ab1" }.count == 1)
        #expect(try world.ana.find { $0.from = "a_b1" } == [])
    }
}

extension World {
    fileprivate func later() throws { clock.advance(by: .seconds(100)) }
}

extension Person {
    /// A page of what was found.
    fileprivate func search(_ command: RoomSearch) throws -> RoomFound {
        try ask(.roomSearch(command)) { answer in
            guard case .roomFound(let found) = answer else { return nil }
            return found
        }
    }

    /// Numbers of messages, each with the first letter of the caller's friend: "3b".
    fileprivate func find(_ populator: (inout RoomSearch) -> Void) throws -> [String] {
        try search(RoomSearch.with(populator)).messages.map { message in
            let other = message.room.split(separator: ":").first { $0 != name } ?? ""
            return "\(message.seq)\(other.first ?? "?")"
        }
    }
}
