import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Lists that a client reads page by page.
@Suite struct `A page of a list` {
    private static func world() throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for name in ["dora", "emil"] { try world.signUp(name) }
        try world.ana.request("dora")
        try world.dora.accept("ana")
        return world
    }

    private static func rooms(
        of person: Person, after: String = "", limit: UInt32 = 2
    ) throws -> Rooms {
        try person.ask(.roomList(.with { ($0.after, $0.limit) = (after, limit) })) { answer in
            guard case .rooms(let rooms) = answer else { return nil }
            return rooms
        }
    }

    private static func friends(
        of person: Person, after: String = "", limit: UInt32 = 2
    ) throws -> Friends {
        try person.ask(.friendList(.with { ($0.after, $0.limit) = (after, limit) })) { answer in
            guard case .friends(let friends) = answer else { return nil }
            return friends
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 100] as [UInt32])
    func `of rooms follows the one before, and all together are all, each once`(limit: UInt32)
        throws
    {
        let world = try Self.world()
        let climbers = try world.ana.makeGroup("climbers", with: "ben")
        let readers = try world.ana.makeGroup("readers")
        let quiet = try world.ana.makeGroup("quiet")
        for name in ["ben", "cleo", "dora", "ben"] { try world.ana.say("hi", to: name) }
        for room in [climbers, readers] { try world.ana.say("hi", to: room) }
        try world.ben.say("hello", to: "ana")
        var found: [RoomSummary] = []
        var next = ""
        repeat {
            let page = try Self.rooms(of: world.ana, after: next, limit: limit)
            #expect(page.rooms.count <= Int(limit))
            #expect(page.hasUnread == (next.isEmpty && page.next.isEmpty))
            found += page.rooms
            next = page.next
        } while !next.isEmpty
        #expect(found.map(\.with) == ["ben", "dora", "cleo", readers, climbers, quiet])
        #expect(found == (try world.ana.rooms().rooms))
        #expect(try world.ana.rooms().unread == 1)
    }

    @Test func `of rooms begins behind the room that it names, also when that moved`() throws {
        let world = try Self.world()
        for name in ["ben", "cleo", "dora"] { try world.ana.say("hi", to: name) }
        let first = try Self.rooms(of: world.ana)
        #expect(first.rooms.map(\.with) == ["dora", "cleo"])
        try world.cleo.say("again", to: "ana")
        let second = try Self.rooms(of: world.ana, after: first.next)
        #expect(second.rooms.map(\.with) == ["dora", "ben"])
    }

    @Test(arguments: ["emil", "nobody", "ana"])
    func `of rooms does not begin behind a room that is not the reader's`(name: String) throws {
        let world = try Self.world()
        expectRefusal(.notFriends, "after") { _ = try Self.rooms(of: world.ana, after: name) }
    }

    @Test func `of rooms does not begin behind a group of others, or none`() throws {
        let world = try Self.world()
        let others = try world.ben.makeGroup("others")
        for room in [others, "#1"] {
            expectRefusal(.notMember, "after") { _ = try Self.rooms(of: world.ana, after: room) }
        }
    }

    @Test func `of rooms has the invitations on the first one`() throws {
        let world = try Self.world()
        for name in ["ben", "cleo", "dora"] { try world.ana.say("hi", to: name) }
        let room = try world.ben.makeGroup("climbers")
        try world.ben.ask("ana", into: room)
        let first = try Self.rooms(of: world.ana)
        #expect(first.invitations.map(\.room) == [room])
        #expect(try Self.rooms(of: world.ana, after: first.next).invitations.isEmpty)
    }

    @Test func `of friends follows the one before, and all together are all, each once`() throws {
        let world = try Self.world()
        let first = try Self.friends(of: world.ana)
        #expect(first.friends.map(\.user.username) == ["ben", "cleo"])
        #expect(first.next == "cleo")
        let second = try Self.friends(of: world.ana, after: first.next)
        #expect(second.friends.map(\.user.username) == ["dora"])
        #expect(second.next.isEmpty)
        #expect(try Self.friends(of: world.ana, after: "cleo", limit: 100) == second)
    }

    @Test(arguments: [0, 101] as [UInt32]) func `has 1 to 100 entries`(limit: UInt32) throws {
        let world = try Self.world()
        expectRefusal(.invalidField, "limit") { _ = try Self.rooms(of: world.ana, limit: limit) }
        expectRefusal(.invalidField, "limit") { _ = try Self.friends(of: world.ana, limit: limit) }
    }
}
