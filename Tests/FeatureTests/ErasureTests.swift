import Kernel
import SwiftProtobuf
import TestSupport
import Testing
import Wire

/// Z5: a deleted account is gone at once, and everything that it leaves within a day.
@Suite struct `A deleted account` {
    /// ana has friends, matches, messages and requests of every kind.
    private static func world() throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")])
        for name in ["dora", "emil"] { try world.signUp(name) }
        try world.ana.rename(to: "Ana Lima")
        for name in ["ana", "ben", "cleo"] {
            try world[dynamicMember: name].set("coffee", on: true)
        }
        try world.ana.say("zebra one", to: "ben")
        try world.ben.say("zebra two", to: "ana", cid: "k1")
        try world.ana.read("ben", upTo: 2)
        try world.ana.acknowledge()
        try world.ana.select("cleo", for: "gym", false)
        try world.ana.mean([], others: false, for: "eat")
        try world.ben.mean(["cleo"], others: false, for: "eat")
        try world.ben.call(
            .audienceSelect(
                .with {
                    ($0.activity, $0.friend, $0.selected, $0.cid) = ("gym", "ana", false, "k2")
                }
            ))
        try world.ana.request("dora", "zebra three")
        try world.emil.request("ana", "zebra four")
        try world.ana.tell(typing: false)
        return world
    }

    @Test func `is not found, and lets nobody in`() throws {
        let world = try Self.world()
        let token = try world.token(of: "ana")
        let caller = try #require(world.callers["ana"])
        try world.ana.deleteAccount()
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
        expectRefusal(.wrongCredentials) { try world.ana.logIn() }
        expectRefusal(.wrongCredentials) { try world.ana.logIn("ana@example.org") }
        expectRefusal(.notFound, "username") { _ = try world.ben.lookUp("ana") }
        expectRefusal(.notFound, "username") {
            _ = try world.ben.lookUp("-\(caller.user.rawValue)")
        }
        #expect(world.signals.contains(.signedOut(caller)))
        #expect(world.records.contains { $0.kind == .deleted && $0.user == caller.user })
    }

    @Test func `ends friendships, matches and requests at once`() throws {
        let world = try Self.world()
        let (ben, dora, emil) = (
            try world.ben.stored(), try world.dora.stored(), try world.emil.stored()
        )
        try world.ana.deleteAccount()
        #expect(try world.ben.friendNames() == ["cleo"])
        #expect(try world.ben.matches() == ["coffee with cleo"])
        #expect(try world.ben.rooms().rooms.isEmpty)
        #expect(try world.dora.mailbox() == Mailbox())
        #expect(try world.emil.mailbox() == Mailbox())
        #expect(Array(try world.ben.stored().dropFirst(ben.count)) == [.unfriended("ana")])
        #expect(
            Array(try world.dora.stored().dropFirst(dora.count))
                == [.requestClosed(from: "ana", to: "dora")])
        #expect(
            Array(try world.emil.stored().dropFirst(emil.count))
                == [.requestClosed(from: "emil", to: "ana")])
        expectRefusal(.notFriends, "to") { try world.ben.say("hello?", to: "ana") }
        #expect(world.signals.contains(.relation(world.ana.id, world.ben.id, exists: false)))
    }

    @Test func `leaves a name that nobody gets again, and an address that is free`() throws {
        let world = try Self.world()
        try world.ana.deleteAccount()
        for _ in 1...2 {
            expectRefusal(.usernameTaken, "username") {
                try world.dora.register(as: "ana", email: "other@example.org")
            }
            try Self.erase(in: world)
        }
        try world.frida.register(email: "ana@example.org")
    }

    @Test(arguments: [false, true])
    func `is erased from every table, whatever crashes`(restarts: Bool) throws {
        let world = try Self.world()
        for word in Self.words { #expect(try world.holds(word), "\(word)") }
        let ben = world.ben.numberedInbox.map(\.seq)
        try world.ana.deleteAccount()
        try Self.erase(in: world, restarts: restarts)
        for word in Self.words { #expect(try world.places(of: word) == [], "\(word)") }
        let id = try #require(world.callers["ana"]).user.rawValue
        #expect(try world.places(of: "-\(id)") == [])
        #expect(try world.count(of: "erasure") == 0)
        // Ben's own.
        #expect(try world.count(of: "activity_closed") == 1)
        let left = world.ben.numberedInbox
        #expect(left.map(\.seq).starts(with: ben))
        #expect(left.map(\.seq) == Array(1...UInt32(left.count)))
        // What the others have among themselves is as it was.
        #expect(try world.ben.matches() == ["coffee with cleo"])
        #expect(left.compactMap(\.event.body).contains(.match("coffee", with: "cleo")))
    }

    @Test func `does not take away what others say among themselves of a word like the name`()
        throws
    {
        let world = try Self.world()
        try world.ben.say("ana", to: "cleo", cid: "banana")
        try world.ana.deleteAccount()
        try Self.erase(in: world)
        #expect(try world.cleo.history(with: "ben").messages.map(\.text) == ["ana"])
        #expect(try world.ben.say("ana", to: "cleo", cid: "banana").seq == 1)
    }

    @Test func `leaves done once what others did, though the answer to it held the name`() throws {
        let world = try World(friends: [("ana", "ben")])
        let update = ClientMessage.OneOf_Command.accountUpdate(
            .with { ($0.displayName, $0.cid) = ("ana", "k1") })
        try world.ben.call(update)
        try world.ben.rename(to: "Ben")
        try world.ana.deleteAccount()
        try Self.erase(in: world)
        expectRefusal(.conflict, "cid") { try world.ben.call(update) }
        #expect(try world.ben.lookUp("ben").user.displayName == "Ben")
    }

    @Test func `is shown to nobody from that moment on, not even without a name`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.meet("ana", "ben")
        let post = try #require(try world.ben.newestPost(of: "ben")).id
        try world.ana.comment("zebra", on: post)
        try world.ana.like(post)
        try world.cleo.block("ana")
        try world.ben.select("ana", for: "gym", false)
        try world.ana.deleteAccount()
        let left = try world.ben.readPost(post)
        #expect(left.comments.isEmpty && left.commentCount == 0 && left.likes == 0)
        #expect(!left.hasWith)
        #expect(try world.ben.comments(on: post).comments.isEmpty)
        #expect(try world.cleo.blocked().isEmpty)
        let nobody = "-\(world.ana.id.rawValue)"
        for person in [world.ben, world.cleo] {
            try person.proveOwnership()
            #expect(try !person.export().contains { try $0.jsonString().contains(nobody) })
        }
    }

    @Test func `is done with whatever is left of a list of any length`() throws {
        let world = try World(friends: [("ana", "ben")])
        for number in 1...700 {
            try world.ana.say("zebra", to: "ben", cid: "k\(number)")
        }
        try world.ana.deleteAccount()
        try Self.erase(in: world)
        #expect(try world.places(of: "zebra") == [])
        #expect(try world.count(of: "account") == 2)
    }

    private static let words = [
        "zebra", "Ana Lima", "ana@example.org", "ana:ben", "\u{3}ana",
    ]

    /// Lets the daemon do its chores until there is nothing left to erase.
    ///
    /// - Parameter restarts: whether the daemon is another one after each turn.
    static func erase(in world: World, restarts: Bool = false) throws {
        try world.pass(.seconds(3_600), turnsMax: restarts ? 1 : .max)
        while restarts, try world.count(of: "erasure") > 0 {
            try world.restart()
            try world.pass(.seconds(1), turnsMax: 1)
        }
    }
}

extension World {
    /// Whether any row of any table holds a word, as text or inside of bytes.
    fileprivate func holds(_ word: String) throws -> Bool { try !places(of: word).isEmpty }

    /// The tables and columns that hold a word.
    func places(of word: String) throws -> [String] {
        let values = try allValues().filter { $0.bytes.contains(word) }
        return Set(values.map { "\($0.table).\($0.column)" }).sorted()
    }
}

extension [UInt8] {
    fileprivate func contains(_ word: String) -> Bool {
        let word = Array(word.utf8)
        guard count >= word.count else { return false }
        return indices.dropLast(word.count - 1).contains { self[$0...].starts(with: word) }
    }
}
