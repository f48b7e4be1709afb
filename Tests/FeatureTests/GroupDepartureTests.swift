import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Groups and their former members.
@Suite struct `A member who leaves a group` {
    @Test func `is shown to nobody from the moment the account ends`() throws {
        let (world, room) = try `A group`.world()
        try world.signUp("dora")
        try world.dora.request("ben")
        try world.ben.accept("dora")
        let nobody = "-\(world.ana.id.rawValue)"
        try world.ana.deleteAccount()
        #expect(try world.ben.group(room).group.owner == "")
        #expect(try world.ben.add("dora", to: room).owner == "")
        let listed = try world.ben.rooms().rooms.map(\.group.owner)
        #expect(Set(listed) == [""])
        for _ in 1...30 { try world.pass(.seconds(2)) }
        #expect(try world.group(room, of: "ben").owner == "ben")
        let traces = try world.allValues().filter { value in
            value.bytes.contains(nobody)
        }
        #expect(traces.map(\.table) == [])
    }

    @Test func `meets nobody any more once the account ends`() throws {
        let (world, room) = try `A group`.world()
        try world.ben.set("coffee", on: true, in: room)
        try world.ben.deleteAccount()
        #expect(try world.cleo.set("coffee", on: true, in: room) == [])
        #expect(world.cleo.groupMatches == [])
    }

    @Test func `as the last cannot come back by its code, nor can anybody`() throws {
        let (world, room) = try `A group`.world()
        let code = try world.ana.invite(to: room)
        for person in [world.ben, world.cleo, world.ana] { try person.leave(room) }
        for person in [world.ana, world.ben] {
            expectRefusal(.notFound, "code") { try person.join(code) }
        }
        try world.pass(.seconds(3))
        #expect(try world.count(of: "room_member") == 0)
    }

    @Test func `is up for nothing in it when they are back`() throws {
        let (world, room) = try `A group`.world()
        for person in [world.ben, world.ana] { try person.set("coffee", on: true, in: room) }
        #expect(world.ana.groupMatches == ["coffee with ben"])
        try world.pass(.seconds(1))
        try world.ana.removeMember("ben", from: room)
        #expect(try world.ben.export().allSatisfy { $0.groupUp == GroupUpState() })
        try world.pass(.seconds(60))
        try world.ana.add("ben", to: room)
        #expect(try world.ben.export().allSatisfy { $0.groupUp == GroupUpState() })
        #expect(try world.cleo.set("coffee", on: true, in: room) == ["ana"])
        #expect(world.ben.groupMatches == ["coffee with ana"])
        try world.pass(.seconds(60))
        #expect(try world.ben.set("coffee", on: true, in: room) == ["ana", "cleo"])
        #expect(world.ana.groupMatches.filter { $0 == "coffee with ben" }.count == 2)
        #expect(world.cleo.groupMatches == ["coffee with ana", "coffee with ben"])
    }

    @Test func `has their mark and their silence among their data`() throws {
        let (world, room) = try `A group`.world()
        try world.ana.say("one", to: room)
        try world.ben.read(room, upTo: 1)
        try world.ben.mute(room)
        let marks = { try world.ben.export().filter { $0.mark.room == room }.map(\.mark) }
        let expected = RoomMarked.with { ($0.room, $0.seq, $0.muted) = (room, 1, true) }
        #expect(try marks() == [expected])
        try world.ben.leave(room)
        #expect(try marks() == [expected])
    }
}

/// What two members know of one another when one has blocked the other.
@Suite struct `Members of a group who have blocked one another` {
    @Test func `get no receipts of one another, and all those of others`() throws {
        let (world, room) = try `A group`.world()
        try world.cleo.say("one", to: room)
        try world.ana.say("two", to: room)
        try world.ben.block("cleo")
        try world.ben.acknowledge()
        try world.ben.read(room, upTo: 2)
        #expect(world.cleo.hints == [])
        #expect(world.ana.hints.count == 2)
        let seen = try world.cleo.history(with: room).receipts
        #expect(seen.map(\.user) == ["ana", "ben"], "a missing entry would tell of the block")
        #expect(seen.map(\.hasRead) == [true, false] && seen[1].delivered == 0)
        #expect(try world.ben.history(with: room).receipts.map(\.user) == ["ana"])
        #expect(try world.ana.history(with: room).receipts.map(\.user) == ["ben", "cleo"])
        try world.ben.say("three", to: room)
        try world.cleo.acknowledge()
        #expect(world.ben.hints == [])
    }

    @Test func `take back their reactions, and read nothing by it`() throws {
        let (world, room) = try `A group`.world()
        try world.cleo.say("one", to: room)
        try world.ben.react("👍", to: 1, with: room)
        try world.ben.block("cleo")
        expectRefusal(.notFound, "seq") { try world.ben.react("❤️", to: 1, with: room) }
        let answer = try world.ben.react("👍", to: 1, with: room, on: false)
        #expect(answer == .with { ($0.room, $0.seq) = (room, 1) })
        #expect(try world.ben.react("👍", to: 1, with: room, on: false) == answer)
        #expect(try world.ana.history(with: room).messages[0].reactions == [])
    }

    @Test(arguments: [Parting.block, .leave, .back, .nothing])
    fileprivate func `are notified of no match of before`(parting: Parting) throws {
        let (world, room) = try `A group`.world()
        for person in [world.ben, world.cleo] { try person.set("coffee", on: true, in: room) }
        let event = try #require(world.ben.numberedInbox.last?.event)
        guard case .groupMatch? = event.body else { throw NotThatKind(what: "a match") }
        world.clock.advance(by: .seconds(1))
        switch parting {
        case .block: try world.cleo.block("ben")
        case .leave: try world.cleo.leave(room)
        case .back:
            try world.cleo.leave(room)
            world.clock.advance(by: .seconds(1))
            try world.ana.add("cleo", to: room)
        case .nothing: break
        }
        let standing = try world.store.snapshot {
            [id = world.ben.id, events = world.catalog.events] (snapshot) throws(Refusal) in
            try events.standing(event, for: id, in: snapshot)
        }
        #expect((standing != nil) == (parting == .nothing))
    }
}

/// What may come between two who were up for the same.
private enum Parting {
    case block, leave, back, nothing
}

extension World {
    /// A group as a member sees it.
    fileprivate func group(_ room: String, of name: String) throws -> Group {
        try self[dynamicMember: name].group(room).group
    }
}

extension [UInt8] {
    /// Whether the text is somewhere in these bytes.
    fileprivate func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: wanted) }
    }
}
