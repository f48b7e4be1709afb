import Kernel
import Testing
import Wire

/// What messages said before they were edited.
@Suite struct `An earlier text` {
    /// ana has edited a message to ben.
    private static func world() throws -> World {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("you walrus", to: "ben")
        world.clock.advance(by: .seconds(60))
        _ = try world.ana.edit(1, with: "ben", to: "you dear")
        return world
    }

    @Test func `is shown with a report of the message, and not to its readers`() throws {
        let world = try Self.world()
        let edited = world.clock.now
        world.clock.advance(by: .seconds(60))
        _ = try world.ana.edit(1, with: "ben", to: "you friend")
        try world.ben.report("ana", message: 1)
        let id = try #require(try world.cases().first).id
        let found = try world.reportCase(id)
        #expect(found.reports.map(\.evidence) == ["you friend"])
        #expect(found.texts.map(\.text) == ["you walrus", "you dear"])
        #expect(found.texts.map(\.until) == [edited.timestamp, world.clock.now.timestamp])
        #expect(try world.cases().allSatisfy(\.texts.isEmpty))
        for person in [world.ana, world.ben] {
            let other = person.name == "ana" ? "ben" : "ana"
            #expect(try person.history(with: other).messages.map(\.text) == ["you friend"])
            #expect(try person.found("walrus").isEmpty)
        }
    }

    @Test func `stays with the case, whatever becomes of the message`() throws {
        let world = try Self.world()
        try world.ben.report("ana", message: 1)
        _ = try world.ana.delete(1, with: "ben")
        let id = try #require(try world.cases().first).id
        #expect(try world.reportCase(id).texts.map(\.text) == ["you walrus"])
        #expect(try world.count(of: "room_earlier") == 0)
        try world.ana.deleteAccount()
        try world.pass(.seconds(3_600))
        #expect(try world.places(of: "walrus") == [])
    }

    @Test func `of a later edit is added by the next report`() throws {
        let (world, room) = try `A group`.world()
        try world.ana.say("a walrus", to: room)
        world.clock.advance(by: .seconds(60))
        _ = try world.ana.edit(1, with: room, to: "a gnu")
        try world.ben.report("ana", message: 1, in: room)
        world.clock.advance(by: .seconds(60))
        _ = try world.ana.edit(1, with: room, to: "a friend")
        try world.cleo.report("ana", message: 1, in: room)
        let id = try #require(try world.cases().first).id
        #expect(try world.reportCase(id).texts.map(\.text) == ["a walrus", "a gnu"])
    }

    @Test func `is exported to the author alone`() throws {
        let world = try Self.world()
        for person in [world.ana, world.ben] { try person.proveOwnership() }
        let record = try #require(try world.ana.export().first { $0.earlier.seq == 1 })
        #expect(record.earlier.room == "ana:ben")
        #expect(record.earlier.texts.map(\.text) == ["you walrus"])
        #expect(try world.ben.export().allSatisfy { $0.earlier == ExportedEarlierTexts() })
    }

    @Test(arguments: ["delete", "hide", "expire", "leave", "age"])
    func `is nowhere after its message, and after a month`(_ end: String) throws {
        let world = try World(friends: [("ana", "ben")])
        if end == "expire" { try world.ana.expire("ben", after: 60) }
        try world.ana.say("you walrus", to: "ben")
        _ = try world.ana.edit(1, with: "ben", to: "you dear")
        try world.pass(.zero)
        #expect(try world.places(of: "walrus") == ["room_earlier.body"])
        switch end {
        case "delete": _ = try world.ana.delete(1, with: "ben")
        case "hide":
            _ = try world.ana.edit(1, with: "ben", to: "you again")
            try world.ben.report("ana", message: 1)
            let id = try #require(try world.cases().first).id
            _ = try world.decide(id, "HIDE")
            #expect(try world.count(of: "room_earlier") == 0)
            try world.pass(.seconds(181 * 86_400))
        case "leave":
            try world.ana.deleteAccount()
            try world.pass(.seconds(3_600))
        case "age":
            try world.pass(.seconds(30 * 86_400 - 1))
            #expect(try !world.places(of: "walrus").isEmpty)
            try world.pass(.seconds(61))
        default: try world.pass(.seconds(3_600))
        }
        try world.pass(.zero)
        #expect(try world.places(of: "walrus") == [])
    }

    @Test func `makes room for ten edits of a message, and no more`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("0", to: "ben")
        for number in 1...10 {
            world.clock.advance(by: .seconds(1))
            _ = try world.ana.edit(1, with: "ben", to: "\(number)")
        }
        world.clock.advance(by: .seconds(1))
        expectRefusal(.listFull, "seq") { _ = try world.ana.edit(1, with: "ben", to: "11") }
        #expect(try world.ben.history(with: "ana").messages.map(\.text) == ["10"])
        _ = try world.ana.delete(1, with: "ben")
        #expect(try world.ben.history(with: "ana").messages.map(\.deleted) == [true])
    }
}
