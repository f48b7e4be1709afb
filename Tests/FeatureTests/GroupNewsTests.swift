import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Late notifications and replays of invitations, and of what happens in a group.
@Suite struct `News of a group` {
    /// Ana and cleo are in a group, and each has invited ben, the friend of both: ana first.
    private static func world() throws -> (World, room: String) {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")])
        let room = try world.ana.makeGroup("Lunch", with: "cleo")
        try world.ana.ask("ben", into: room)
        try world.pass(.seconds(1))
        try world.cleo.ask("ben", into: room)
        return (world, room)
    }

    /// The notifications that a user would get now, of the whole inbox.
    private static func notices(_ person: Person, kind: String) throws -> [String] {
        let (id, events) = (person.id, person.world.catalog.events)
        return try person.world.store.snapshot { (snapshot) throws(Refusal) in
            let rows = try snapshot.all(Inbox.page(of: id, after: 0, limit: 1_000))
            var texts: [String] = []
            for row in rows {
                guard let event = try events.standing(row.event, for: id, in: snapshot),
                    let news = events.news(of: event), news.kind == kind
                else { continue }
                texts.append("\(news.room) \(news.text)")
            }
            return texts
        }
    }

    /// The members who have invited this person, as the inbox says.
    private static func invited(_ person: Person) -> [String] {
        person.inbox.compactMap { event in
            if case .groupInvited(let told) = event { told.by.username } else { nil }
        }
    }

    @Test func `is of the invitation that there is, with the room and the name of now`() throws {
        let (world, room) = try Self.world()
        let news = { try Self.notices(world.ben, kind: "group") }
        #expect(try news() == ["\(room) ana has invited you to Lunch"])
        _ = try world.ana.group(by: .groupRename(.with { ($0.room, $0.name) = (room, "Dinner") }))
        #expect(try news() == ["\(room) ana has invited you to Dinner"])
        try world.ana.removeMember("ben", from: room)
        #expect(try news() == ["\(room) cleo has invited you to Dinner"])
        #expect(try world.ben.invitations() == ["Dinner by cleo"])
        #expect(Self.invited(world.ben) == ["cleo"])
        try world.ben.block("cleo")
        #expect(try news() == [] && Self.invited(world.ben) == [])
        try world.ana.ask("ben", into: room)
        #expect(try news() == ["\(room) ana has invited you to Dinner"])
        #expect(Self.invited(world.ben) == ["ana"])
    }

    @Test(
        arguments: [
            { (world, room) in try world.cleo.removeMember("ben", from: room) },
            { (world, room) in try world.cleo.leave(room) },
            { (world, _) in try world.ben.block("cleo") },
            { (world, _) in try world.cleo.block("ben") },
            { (world, _) in try world.cleo.deleteAccount() },
        ] as [@Sendable (World, String) throws -> Void])
    func `is not changed by the end of an invitation that is not shown`(
        end: @Sendable (World, String) throws -> Void
    ) throws {
        let (world, room) = try Self.world()
        try end(world, room)
        #expect(Self.invited(world.ben) == ["ana"])
        #expect(try Self.notices(world.ben, kind: "group").count == 1)
    }

    @Test(
        arguments: [
            { (world, room) in try world.ben.leave(room) },
            { (world, room) in try world.ben.accept(invitationTo: room) },
            { (world, room) in
                for person in [world.ana, world.cleo] { try person.removeMember("ben", from: room) }
            },
            { (world, _) in
                for name in ["ana", "cleo"] { try world.ben.block(name) }
            },
            { (world, _) in
                for person in [world.ana, world.cleo] { try person.remove("ben") }
            },
            { (world, _) in
                for person in [world.ana, world.cleo] { try person.deleteAccount() }
            },
        ] as [@Sendable (World, String) throws -> Void])
    func `has no invitation that has ended, when it is read again either`(
        end: @Sendable (World, String) throws -> Void
    ) throws {
        let (world, room) = try Self.world()
        let told = world.ben.numberedInbox.count
        #expect(Self.invited(world.ben) == ["ana"])
        try end(world, room)
        #expect(try Self.invited(world.ben) == [] && Self.notices(world.ben, kind: "group") == [])
        let seqs = world.ben.numberedInbox.map(\.seq)
        #expect(seqs == (1...UInt32(seqs.count)).map { $0 } && seqs.count > told)
    }

    @Test func `is of no match in one that is muted`() throws {
        let (world, room) = try `A group`.world()
        for person in [world.ben, world.cleo] { try person.set("coffee", on: true, in: room) }
        let news = { try Self.notices(world.cleo, kind: "match") }
        #expect(try news() == ["\(room) ben is up for coffee too"])
        try world.cleo.mute(room)
        #expect(try news() == [])
        #expect(try Self.notices(world.ben, kind: "match").count == 1)
        try world.cleo.mute(room, false)
        #expect(try news().count == 1)
    }
}
