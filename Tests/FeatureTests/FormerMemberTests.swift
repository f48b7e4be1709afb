import Kernel
import SwiftProtobuf
import Testing
import Wire

/// What a former member can still learn of a group.
@Suite struct `A former member of a group` {
    /// Ben, the owner's friend, has heard what ana said, and was removed.
    private static func world() throws -> (World, room: String) {
        let (world, room) = try `A group`.world()
        try world.ana.say("first words", to: room)
        try world.ben.say("of ben", to: room)
        try world.ana.removeMember("ben", from: room)
        return (world, room)
    }

    private static func text(_ person: Person) -> String {
        person.numberedInbox.map { "\($0.seq) \(String(describing: $0.event.body))" }
            .joined(separator: "\n")
    }

    @Test func `is replayed nothing that changes after the removal`() throws {
        let (world, room) = try Self.world()
        let before = Self.text(world.ben)
        try world.pass(.seconds(1))
        _ = try world.ana.edit(1, with: room, to: "a secret")
        _ = try world.cleo.react("🤫", to: 2, with: room)
        _ = try world.cleo.react("🤫", to: 1, with: room)
        #expect(Self.text(world.ben) == before)
        _ = try world.ana.delete(1, with: room)
        try world.ana.say("another secret", to: room)
        try world.cleo.leave(room)
        #expect(Self.text(world.ben) == before)
        try world.cleo.deleteAccount()
        try world.pass(.seconds(60))
        #expect(!Self.text(world.ben).contains("secret"))
    }

    @Test func `is replayed what is read in the room, and nothing else`() throws {
        let (world, room) = try Self.world()
        #expect(!Self.text(world.ben).contains("words"))
        #expect(Self.text(world.cleo).contains("first words"))
        // A member who comes back reads what is said from then on.
        try world.ana.say("unheard", to: room)
        try world.ana.add("ben", to: room)
        _ = try world.ana.edit(1, with: room, to: "a secret")
        _ = try world.ana.edit(3, with: room, to: "another secret")
        #expect(!Self.text(world.ben).contains("secret"))
        try world.ana.say("heard", to: room)
        #expect(Self.text(world.ben).contains("heard"))
        #expect(try world.ben.texts(in: room) == ["heard"])
    }

    @Test(arguments: [true, false])
    func `is replayed no change of before, nor is a member who blocks its author`(isRemoved: Bool)
        throws
    {
        let (world, room) = try `A group`.world()
        try world.cleo.say("words", to: room)
        _ = try world.cleo.edit(1, with: room, to: "words, changed")
        _ = try world.ana.react("👍", to: 1, with: room)
        let changes = { Self.text(world.ben).ranges(of: "roomMessageChanged").count }
        #expect(changes() == 1)
        #expect(Self.text(world.ben).contains("words, changed"))
        if isRemoved {
            try world.ana.removeMember("ben", from: room)
        } else {
            try world.ben.block("cleo")
        }
        #expect(changes() == 0)
        #expect(!Self.text(world.ben).contains("words"))
    }

    @Test func `has in the export what they said, without what others did to it`() throws {
        let (world, room) = try Self.world()
        let before = try world.ben.export()
        _ = try world.cleo.react("🤫", to: 2, with: room)
        #expect(try world.ben.export() == before)
        #expect(before.map(\.message.text).filter { !$0.isEmpty } == ["of ben"])
        try world.ana.add("ben", to: room)
        #expect(try world.ben.export().flatMap(\.message.reactions) == [])
    }

    @Test func `reads in the pages of the export nothing of how much is said`() throws {
        let (world, room) = try Self.world()
        func cursors() throws -> [String] { try world.ben.exportPages().map(\.next) }
        let before = try cursors()
        for number in 1...250 { try world.ana.say("\(number)", to: room) }
        #expect(try cursors() == before)
        try world.ana.add("ben", to: room)
        #expect(try world.ben.exportPages().count == before.count)
        for number in 1...150 { try world.ana.say("later \(number)", to: room) }
        let texts = try world.ben.export().map(\.message.text).filter { $0.contains("later") }
        #expect(texts.count == 150)
    }

    @Test func `is pushed nothing that was changed before they came back`() throws {
        let (world, room) = try Self.world()
        try world.ana.add("ben", to: room)
        _ = try world.ana.edit(1, with: room, to: "a secret")
        let said = try #require(
            world.cleo.numberedInbox.map(\.event).first { event in
                if case .roomMessage(let message)? = event.body { message.seq == 1 } else { false }
            })
        let events = world.catalog.events
        let (ben, cleo) = (world.ben.id, world.cleo.id)
        let (news, others) = try world.store.snapshot { (snapshot) throws(Refusal) in
            (
                try events.standing(said, for: ben, in: snapshot),
                try events.standing(said, for: cleo, in: snapshot)
            )
        }
        #expect(news == nil && others != nil)
    }

    @Test func `finds by no page of a search what was said before they came`() throws {
        let (world, room) = try Self.world()
        for number in 1...80 { try world.ana.say("secret \(number)", to: room) }
        try world.pass(.seconds(2))
        try world.ana.add("ben", to: room)
        for with in ["", room] {
            let search = RoomSearch.with { ($0.text, $0.with, $0.limit) = ("secret", with, 1) }
            guard case .roomFound(let found) = try world.ben.call(.roomSearch(search)) else {
                Issue.record("no answer")
                return
            }
            #expect(found.messages == [] && found.next.isEmpty)
        }
    }
}
