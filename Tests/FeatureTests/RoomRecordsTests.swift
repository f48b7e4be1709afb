import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Rooms

/// A user can export what rooms keep of them, and it is erased with them.
@Suite struct `What rooms keep of a user` {
    @Test func `is erased with them, and others keep their places`() throws {
        let world = try World(friends: [("ana", "ben"), ("ben", "cleo")])
        for number in 1...250 { try world.ana.say("secret \(number)", to: "ben") }
        try world.ben.say("secret answer", to: "ana")
        try world.ben.react("👍", to: 7, with: "ana")
        try world.ben.read("ana", upTo: 3)
        try world.ben.acknowledge()
        try world.ana.acknowledge()
        try world.cleo.say("of others", to: "ben")
        try world.pass(.seconds(1))
        let places = world.ben.numberedInbox.map(\.seq)
        var rounds = 0
        while try !world.erased(world.ana.id) { rounds += 1 }
        #expect((2...10).contains(rounds))
        #expect(try !world.stored("secret"))
        #expect(try world.stored("of others"))
        #expect(world.ben.numberedInbox.map(\.seq) == places)
        for table in ["room", "room_mark", "room_delivery", "room_message"] {
            #expect(try world.rows(of: table, beside: world.ben.id) == 0, "\(table)")
        }
        #expect(try world.ben.found("secret") == [])
        #expect(try world.ben.found("others") == ["of others"])
        #expect(try world.ben.history(with: "cleo").messages.count == 1)
    }

    @Test func `is exported to them: what they said, and what friends said to them`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for number in 1...130 { try world.ana.say("to ben \(number)", to: "ben") }
        try world.ben.say("to ana", to: "ana")
        try world.cleo.say("of cleo", to: "ana")
        try world.ana.say("to cleo", to: "cleo")
        try world.ana.remove("cleo")
        var texts: [String] = []
        var after: String? = ""
        while let from = after {
            let page = try world.store.snapshot { (snapshot) throws(Refusal) in
                try RoomRecords.disclose(world.callers["ana"]!, from, snapshot)
            }
            texts += page.records.map(\.message.text)
            after = page.next
        }
        #expect(texts.count == 132 && Set(texts).count == 132)
        #expect(texts.contains("to ana") && texts.contains("to cleo"))
        #expect(!texts.contains("of cleo"))
    }

    @Test func `is exported to them without the rooms of deleted accounts`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.say("to cleo", to: "cleo")
        try world.ana.say("to ben", to: "ben")
        try world.cleo.deleteAccount()
        let records = try world.ana.export()
        #expect(records.map(\.message.text).filter { !$0.isEmpty } == ["to ben"])
        #expect(try !records.contains { try $0.jsonString().contains("cleo") })
    }
}

extension World {
    /// Erases one step of a user's rooms.
    ///
    /// - Returns: whether nothing is left.
    fileprivate func erased(_ user: User.ID) throws -> Bool {
        let before = try rows(of: "room_message", beside: 0)
        try daemon { (transaction) throws(Refusal) in
            _ = try RoomRecords.erase(Departed(user: user, username: ""), transaction)
        }
        return try rows(of: "room_message", beside: 0) == before && rows(of: "room", of: user) == 0
    }

    private func rows(of table: String, of user: User.ID) throws -> Int {
        try count("SELECT count(*) FROM room WHERE low = \(user) OR high = \(user)")
    }

    /// Rows of a table that have nothing to do with the room of ben and cleo.
    fileprivate func rows(of table: String, beside user: User.ID) throws -> Int {
        switch table {
        case "room":
            try count("SELECT count(*) FROM room WHERE low <> \(user) AND high <> \(user)")
        case "room_mark":
            try count("SELECT count(*) FROM room_mark")
        case "room_delivery":
            try count("SELECT count(*) FROM room_delivery WHERE user_id <> \(user)")
        default:
            try count("SELECT count(*) FROM room_message") - (user == 0 ? 0 : 1)
        }
    }

    private func count(_ sql: SQL) throws -> Int {
        let query = Query<Int64>(sql) { columns throws(StoreError) in try columns.integer() }
        return try store.snapshot { (snapshot) throws(Refusal) in
            Int(try snapshot.first(query) ?? 0)
        }
    }
}
