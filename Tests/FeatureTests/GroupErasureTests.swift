import Kernel
import SwiftProtobuf
import Testing
import Wire

/// What a group shows of a member whose account was deleted.
@Suite struct `The messages of a member who leaves Upfor` {
    /// What a user reads of a group, in each way.
    private struct Reading: Equatable {
        let history: [String]
        let newest: String
        let found: [String]
        let exported: [String]
        let replayed: [String]
        let unread: UInt32

        init(_ person: Person, _ room: String) throws {
            var (pages, before): ([RoomMessage], UInt32) = ([], 0)
            while true {
                let page = try person.history(with: room, before: before, limit: 100)
                pages = page.messages + pages
                guard page.more, let first = page.messages.first else { break }
                before = first.seq
            }
            history = pages.map { "\($0.seq) \($0.from) \($0.text)" }
            let summary = try #require(try person.rooms().rooms.first { $0.with == room })
            newest = "\(summary.newest.seq) \(summary.newest.from)"
            var (authors, next): ([String], String) = ([], "")
            repeat {
                let page = try person.search("word", with: room, before: next, limit: 50)
                authors += page.messages.map(\.from)
                next = page.next
            } while !next.isEmpty
            found = authors
            exported = try person.export().filter { $0.message.seq > 0 }
                .map { "\($0.message.seq) \($0.message.from)" }
            replayed = person.inbox.compactMap { event in
                if case .roomMessage(let said) = event { "\(said.seq) \(said.from)" } else { nil }
            }
            unread = summary.mark.unread
            #expect(try person.history(with: room).mark.unread == unread)
        }
    }

    /// Ben has blocked cleo, who wrote `count` messages before and after; ana has not.
    private static func world(_ count: Int) throws -> (World, room: String) {
        let (world, room) = try `A group`.world()
        try world.ana.say("word of ana", to: room)
        for number in 1...count { try world.cleo.say("word \(number)", to: room) }
        _ = try world.cleo.edit(2, with: room, to: "word, changed")
        try world.ben.block("cleo")
        for number in 1...count { try world.cleo.say("word \(count + number)", to: room) }
        try world.ana.say("word of ana", to: room)
        try world.ben.say("word of ben", to: room)
        try world.cleo.say("word at the end", to: room)
        return (world, room)
    }

    @Test(arguments: [5, 205], [0, 5, 300] as [UInt32])
    func `are read at no time by a member who had blocked the author`(count: Int, mark: UInt32)
        throws
    {
        let (world, room) = try Self.world(count)
        if mark > 0 { try world.ben.read(room, upTo: mark) }
        let before = try Reading(world.ben, room)
        #expect(before.history.count == 3 && before.replayed.count == 3)
        try world.cleo.deleteAccount()
        var isErased = false
        for second in 1...40 where !isErased {
            #expect(try Reading(world.ben, room) == before, "after \(second) s")
            try world.pass(.seconds(1), turnsMax: 1)
            isErased = try world.count(of: "room_member") == 2
        }
        #expect(isErased)
        for _ in 1...20 { try world.pass(.seconds(2)) }
        #expect(try Reading(world.ben, room) == before)
        #expect(try world.count(of: "block") == 0)
    }

    @Test(arguments: [5, 205])
    func `are counted by others as long as they are read, and then by nobody`(
        count: Int
    ) throws {
        let (world, room) = try Self.world(count)
        try world.ana.read(room, upTo: 3)
        try world.cleo.deleteAccount()
        for _ in 1...40 {
            let reading = try Reading(world.ana, room)
            let unread = reading.history.filter { line in
                let words = line.split(separator: " ", omittingEmptySubsequences: false)
                return UInt32(words[0]) ?? 0 > 3 && words[1] != "ana"
            }
            #expect(reading.unread == UInt32(unread.count))
            #expect(reading.replayed == reading.exported)
            #expect(reading.replayed.count == reading.history.count)
            try world.pass(.seconds(1), turnsMax: 1)
        }
        let reading = try Reading(world.ana, room)
        #expect(reading.history.map { $0.contains("cleo") } == [false, false, false])
        #expect(reading.newest.hasSuffix("ben") && reading.unread == 1)
        #expect(reading.found == ["ben", "ana", "ana"])
        expectRefusal(.notFound, "seq") { _ = try world.ana.react("👍", to: 2, with: room) }
        #expect(try world.ana.say("next", to: room).seq == UInt32(2 * count + 5))
    }

    @Test func `leave room for other blocks than that of the author at once`() throws {
        let world = try World()
        world.clock.advance(by: .seconds(1))
        try world.ben.block("cleo")
        let ben = world.ben.id
        let others = try world.strangers(999)
        try world.daemon { (transaction) throws(Refusal) in
            for other in others {
                try transaction.run(
                    "INSERT INTO block (blocker, blocked) VALUES (\(ben), \(other))")
            }
        }
        expectRefusal(.listFull, "user") { try world.ben.block("ana") }
        try world.cleo.deleteAccount()
        try world.ben.block("ana")
        #expect(try world.ben.blocked().contains("ana"))
    }
}
