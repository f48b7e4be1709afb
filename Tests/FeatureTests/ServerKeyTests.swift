import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Accounts

/// The server's key makes marks in its data, and may be replaced: what it marked is still known.
@Suite struct `A server key that was replaced` {
    @Test func `keeps the names of those who have left`() throws {
        let world = try World()
        try world.ana.deleteAccount()
        try world.rotateKey()
        try world.ben.deleteAccount()
        try world.rotateKey()
        for name in ["ana", "ben"] {
            expectRefusal(.usernameTaken, "username") {
                try world.dora.register(as: name, email: "dora@example.org")
            }
        }
        try world.dora.register()
        #expect(try world.count(of: "former_username") == 2)
    }

    @Test func `makes no marks any more`() throws {
        let world = try World()
        let before = try world.keys()
        try world.rotateKey()
        let after = try world.keys()
        #expect(after.all.count == 2)
        let message = Array("ana".utf8)
        #expect(after.mark(message, for: "test") != before.mark(message, for: "test"))
        #expect(after.marks(message, for: "test").last == before.mark(message, for: "test"))
    }

    @Test func `is as good for a code that is under way, and for how many there were`() throws {
        let world = try World(mail: MailTerms(codesPerHour: 4))
        try world.confirm("cleo")
        for _ in 1...2 {
            try world.dora.forget("cleo")
            try world.rotateKey()
        }
        let code = try #require(try world.post().last?.code)
        try world.rotateKey()
        try world.dora.recover("cleo", code: code)
        try world.dora.forget("cleo")
        #expect(try world.post().filter { $0.code != nil }.count == 1)
        try world.dora.forget("cleo")
        #expect(try world.post().filter { $0.code != nil }.isEmpty, "the fifth within an hour")
    }

    @Test func `knows the networks from before, each once`() throws {
        let world = try World()
        let (user, home) = (world.ana.id, UInt64(7))
        for turn in 1...3 {
            try world.daemon { (transaction) throws(Refusal) in
                try LoginNetwork.note(home, for: user, in: transaction)
            }
            try world.rotateKey()
            let standing = try world.store.snapshot { (snapshot) throws(Refusal) in
                try LoginNetwork.standing(of: home, for: user, in: snapshot)
            }
            #expect(standing == .known, "turn \(turn)")
            #expect(try world.count(of: "login_network") == 1)
        }
    }

    @Test func `knows the places that it has named`() throws {
        let world = try World()
        let text = try world.store.snapshot { (snapshot) throws(Refusal) in
            try Bookmark.text(at: 917, in: snapshot)
        }
        try world.rotateKey()
        try world.store.snapshot { (snapshot) throws(Refusal) in
            let place = try Bookmark.place(in: text, in: snapshot)
            #expect(place == 917)
            let new = try Bookmark.text(at: 917, in: snapshot)
            #expect(new != text)
        }
    }

    @Test func `outlives a restart, and there are sixteen at most`() throws {
        let world = try World()
        for count in 2...16 { #expect(try world.rotateKey() == UInt32(count)) }
        expectRefusal(.listFull) { try world.rotateKey() }
        let before = try world.keys().mark([1], for: "test")
        try world.restart()
        #expect(try world.keys().mark([1], for: "test") == before)
        #expect(try world.keys().all.count == 16)
    }

    @Test func `makes a look-up cost the same, whichever key has marked`() throws {
        let world = try World()
        try world.ana.deleteAccount()
        for _ in 1...3 { try world.rotateKey() }
        try world.ben.deleteAccount()
        let costs = try ["ana", "ben", "nobody"].map { name in
            try world.work(
                of: Chore(name: "test", interval: .zero) { (transaction) throws(Refusal) in
                    try FormerUsername.exists(name, in: transaction)
                })
        }
        #expect(costs[0].count == 2 && costs.allSatisfy { $0 == costs[0] })
    }
}

extension World {
    @discardableResult
    fileprivate func rotateKey() throws -> UInt32 {
        try AdminServerKeys(jsonString: order("rotate-server-key", "{}")).count
    }

    fileprivate func keys() throws -> ServerKeys {
        try store.snapshot { (snapshot) throws(Refusal) in try ServerKeys.read(in: snapshot) }
    }
}
