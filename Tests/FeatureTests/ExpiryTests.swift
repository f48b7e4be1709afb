import Kernel
import Rooms
import SwiftProtobuf
import Testing
import Wire

/// Messages that disappear some time after they were sent.
@Suite struct `A message that expires` {
    private static let hour = Duration.seconds(3_600)

    /// ana and ben, whose messages stay an hour.
    private static func pair() throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.expire("ben", after: 60)
        return world
    }

    private static func texts(_ person: Person) -> [String] {
        person.inbox.compactMap { event in
            switch event {
            case .roomMessage(let message): message.text
            case .roomMessageChanged(let changed): changed.message.text
            default: nil
            }
        }
    }

    @Test func `is what a member of the room has set, and both learn of it`() throws {
        let world = try World(friends: [("ana", "ben")])
        #expect(try !world.ben.history(with: "ana").hasExpiry)
        let expiry = try world.ana.expire("ben", after: 60)
        #expect(expiry.room == "ana:ben" && expiry.minutes == 60 && expiry.by == "ana")
        #expect(expiry.at == world.clock.now.timestamp)
        for person in [world.ana, world.ben] {
            #expect(person.inbox.last == .roomExpiryChanged(.with { $0.expiry = expiry }))
        }
        #expect(try world.ben.history(with: "ana").expiry == expiry)
        try world.ben.say("hi", to: "ana")
        #expect(try world.ana.rooms().rooms.map(\.expiry) == [expiry])
        let before = world.ben.inbox
        #expect(try world.ben.expire("ana", after: 60) == expiry)
        #expect(world.ben.inbox == before)
        let off = try world.ben.expire("ana", after: 0)
        #expect(off.by == "ben" && off.minutes == 0)
        try world.ben.say("ho", to: "ana")
        #expect(try world.ana.history(with: "ben").messages.map(\.hasExpiresAt) == [true, false])
    }

    @Test(arguments: [1, 4, 129_601, UInt32.max])
    func `stays from 5 minutes to 90 days`(_ minutes: UInt32) throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.invalidField, "minutes") { try world.ana.expire("ben", after: minutes) }
        expectRefusal(.invalidField, "minutes") {
            try world.ana.call(.roomExpire(.with { $0.with = "ben" }))
        }
        expectRefusal(.notFriends, "with") { try world.ben.expire("cleo", after: 60) }
        #expect(try world.ana.expire("ben", after: 5).minutes == 5)
        #expect(try world.ana.expire("ben", after: 129_600).minutes == 129_600)
    }

    @Test func `is set in a group by its owner, and without an owner by any member`() throws {
        let (world, room) = try `A group`.world()
        expectRefusal(.notMember, "with") { try world.ben.expire(room, after: 60) }
        let expiry = try world.ana.expire(room, after: 60)
        for person in [world.ana, world.ben, world.cleo] {
            #expect(person.inbox.last == .roomExpiryChanged(.with { $0.expiry = expiry }))
            #expect(try person.group(room).expiry == expiry)
        }
        try world.ana.pass(room, to: "ben")
        expectRefusal(.notMember, "with") { try world.ana.expire(room, after: 0) }
        #expect(try world.ben.expire(room, after: 0).by == "ben")
        expectRefusal(.notMember, "with") { try world.ben.expire("#1", after: 0) }
    }

    /// No sweep has run.
    @Test func `is nowhere from its time on, before it is removed`() throws {
        let world = try Self.pair()
        let file = try world.upload("notes", by: "ana")
        try world.ana.say("kept", to: "cleo")
        try world.ana.send(files: [file], "zebra lunch", to: "ben")
        _ = try world.ben.react("👍", to: 1, with: "ana")
        try world.pass(.zero)
        #expect(try world.ben.found("zebra") == ["zebra lunch"])
        world.clock.advance(by: Self.hour - .milliseconds(1))
        #expect(try world.readers(of: file.id) == ["ana", "ben"])
        #expect(try world.ben.rooms().unread == 1)
        world.clock.advance(by: .milliseconds(1))
        for person in [world.ana, world.ben] {
            let other = person.name == "ana" ? "ben" : "ana"
            #expect(try person.history(with: other).messages.isEmpty)
            #expect(try person.found("zebra").isEmpty && person.found("zebra", with: other) == [])
            let summary = try #require(person.rooms().rooms.first { $0.with == other })
            #expect(!summary.hasNewest && summary.mark.unread == 0 && summary.hasExpiry)
            #expect(try person.rooms().unread == 0)
            try person.proveOwnership()
            #expect(try person.export().allSatisfy { $0.message.text != "zebra lunch" })
            #expect(try person.exportedFiles().isEmpty)
            #expect(!Self.texts(person).contains("zebra lunch"))
            expectRefusal(.notFound, "seq") { _ = try person.react("👍", to: 1, with: other) }
        }
        #expect(try world.readers(of: file.id).isEmpty)
        expectRefusal(.notFound, "seq") { _ = try world.ana.edit(1, with: "ben", to: "x") }
        expectRefusal(.notFound, "seq") { _ = try world.ana.delete(1, with: "ben") }
        expectRefusal(.notFound, "message") { try world.ben.report("ana", message: 1) }
        #expect(try world.loudMessage(1, from: "ana", to: "ben") == nil)
        #expect(try world.ana.history(with: "cleo").messages.map(\.text) == ["kept"])
    }

    @Test func `leaves no byte behind in the data`() throws {
        let world = try Self.pair()
        let file = try world.upload("giraffe", by: "ana")
        try world.ana.send(files: [file], "zebra lunch", to: "ben")
        _ = try world.ana.edit(1, with: "ben", to: "zebra dinner")
        _ = try world.ben.react("👍", to: 1, with: "ana")
        try world.pass(.zero)
        #expect(try !world.places(of: "zebra").isEmpty)
        try world.pass(Self.hour)
        #expect(try world.places(of: "zebra") == [])
        #expect(try world.count(of: "room_file") == 0 && world.storedNames().isEmpty)
        #expect(try world.count(of: "room_message") == 1)
    }

    @Test func `is removed in parts, also when the daemon stops in between`() throws {
        let world = try Self.pair()
        for number in 0..<250 { try world.ana.say("zebra \(number)", to: "ben") }
        world.clock.advance(by: Self.hour)
        try world.pass(.zero, turnsMax: 1)
        #expect(try !world.places(of: "zebra").isEmpty)
        try world.restart()
        try world.pass(.zero)
        let left = try world.places(of: "zebra")
        #expect(left == [])
        #expect(try world.ana.say("next", to: "ben").seq == 251)
    }

    @Test func `is not prolonged by an edit, nor by a change of what is set`() throws {
        let world = try Self.pair()
        try world.ana.say("one", to: "ben")
        world.clock.advance(by: .seconds(600))
        try world.ben.expire("ana", after: 129_600)
        #expect(try world.ana.edit(1, with: "ben", to: "two").hasExpiresAt)
        try world.ana.say("three", to: "ben")
        world.clock.advance(by: .seconds(3_000))
        #expect(try world.ben.history(with: "ana").messages.map(\.text) == ["three"])
        #expect(Self.texts(world.ben) == ["three"])
        try world.ben.expire("ana", after: 0)
        try world.pass(.seconds(90 * 86_400))
        #expect(try world.ben.history(with: "ana").messages.isEmpty)
    }

    @Test func `counts as unread until its time, in a room of two`() throws {
        let world = try World(friends: [("ana", "ben")])
        let unread = { try world.ben.history(with: "ana").mark.unread }
        try world.ana.say("stays", to: "ben")
        try world.ana.expire("ben", after: 60)
        for _ in 0..<3 { try world.ana.say("goes", to: "ben") }
        try world.ben.say("goes", to: "ana")
        #expect(try unread() == 4)
        try world.ben.read("ana", upTo: 2)
        #expect(try unread() == 2)
        world.clock.advance(by: Self.hour)
        #expect(try unread() == 0)
        try world.ana.expire("ben", after: 0)
        #expect(try world.ana.say("stays", to: "ben").seq == 6)
        #expect(try unread() == 1)
        try world.pass(.zero)
        #expect(try unread() == 1)
        #expect(try world.ben.rooms().unread == 1)
        #expect(try world.ben.read("ana", upTo: 6).unread == 0)
        #expect(try world.ana.history(with: "ben").messages.map(\.seq) == [1, 6])
        #expect(try world.ana.history(with: "ben").receipt.read == 6)
    }

    @Test func `counts as unread until its time, in a group`() throws {
        let (world, room) = try `A group`.world()
        let unread = { (person: Person) in try person.history(with: room).mark.unread }
        try world.ana.expire(room, after: 60)
        for person in [world.ana, world.ben, world.cleo] { try person.say("goes", to: room) }
        try world.ben.say("goes", to: room)
        #expect(try [world.ana, world.ben, world.cleo].map(unread) == [3, 2, 3])
        try world.cleo.read(room, upTo: 1)
        try world.ana.block("ben")
        #expect(try [world.ana, world.ben, world.cleo].map(unread) == [1, 2, 2])
        world.clock.advance(by: Self.hour)
        #expect(try [world.ana, world.ben, world.cleo].map(unread) == [0, 0, 0])
        try world.ana.expire(room, after: 0)
        try world.cleo.say("stays", to: room)
        #expect(try [world.ana, world.ben, world.cleo].map(unread) == [1, 1, 0])
        try world.pass(.zero)
        #expect(try [world.ana, world.ben, world.cleo].map(unread) == [1, 1, 0])
        try world.ben.deleteAccount()
        try world.pass(Self.hour)
        #expect(try [world.ana, world.cleo].map(unread) == [1, 0])
        #expect(try world.ana.texts(in: room) == ["stays"])
    }

    @Test func `is found beside one that stays, below it and above it`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("first", to: "ben")
        try world.ana.expire("ben", after: 60)
        try world.ana.say("second", to: "ben")
        world.clock.advance(by: Self.hour)
        #expect(try world.ben.rooms().rooms.map(\.newest.text) == ["first"])
        try world.pass(.zero)
        #expect(try world.ben.rooms().rooms.map(\.newest.text) == ["first"])
        #expect(try world.ben.history(with: "ana", limit: 1).messages.map(\.text) == ["first"])
    }

    @Test func `that was reported is set aside as it was`() throws {
        let world = try Self.pair()
        let file = try world.upload("rude", by: "ben")
        try world.ben.send(files: [file], "a walrus", to: "ana")
        try world.ana.report("ben", message: 1)
        try world.pass(Self.hour)
        #expect(try world.readers(of: file.id).isEmpty)
        let open = try #require(try world.cases().first)
        #expect(try world.reportCase(open.id).reports.map(\.evidence) == ["a walrus"])
        #expect(try world.administratorReads(file.id).deleted)
        _ = try world.decide(open.id, "HIDE", "rude")
        #expect(try world.storedNames().isEmpty)
        #expect(try world.ana.history(with: "ben").messages.isEmpty)
    }

    @Test func `that an administrator deletes after its time is removed, and not told of`() throws {
        let world = try Self.pair()
        try world.ben.say("a walrus", to: "ana")
        try world.ana.report("ben", message: 1)
        world.clock.advance(by: Self.hour)
        let before = world.ana.inbox
        let open = try #require(try world.cases().first)
        _ = try world.decide(open.id, "HIDE", "rude")
        #expect(world.ana.inbox == before)
        #expect(try world.places(of: "walrus").allSatisfy { $0.hasPrefix("report") })
    }

    @Test func `goes in the room of one who has left a group, too`() throws {
        let (world, room) = try `A group`.world()
        try world.ana.expire(room, after: 60)
        try world.ben.say("zebra", to: room)
        _ = try world.cleo.react("👍", to: 1, with: room)
        try world.ben.leave(room)
        try world.cleo.deleteAccount()
        try world.pass(Self.hour)
        #expect(try world.places(of: "zebra") == [])
        try world.ben.proveOwnership()
        #expect(try world.ben.export().allSatisfy { $0.message.text != "zebra" })
        try world.pass(.seconds(1))
        #expect(
            !world.ana.inbox.contains { event in
                if case .roomMessage(let message) = event { message.room.isEmpty } else { false }
            })
    }

    @Test func `is not replayed to former friends, nor is what they set`() throws {
        let isTold = { (person: Person) in
            person.inbox.contains { if case .roomExpiryChanged = $0 { true } else { false } }
        }
        let world = try Self.pair()
        #expect(isTold(world.ben))
        #expect(try world.ben.export().contains { $0.expiry.by == "ana" })
        try world.ana.remove("ben")
        #expect(!isTold(world.ben))
        #expect(try world.ben.export().allSatisfy { $0.record != .expiry($0.expiry) })
    }

    @Test func `names no user who has left Upfor`() throws {
        let (world, room) = try `A group`.world()
        try world.ana.expire(room, after: 60)
        try world.ana.deleteAccount()
        #expect(try world.ben.group(room).expiry.by.isEmpty)
        try world.pass(Self.hour)
        let expiry = try world.ben.group(room).expiry
        #expect(expiry.by.isEmpty && expiry.minutes == 60)
    }
}
