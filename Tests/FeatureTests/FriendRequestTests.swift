import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z9-Z15, Z18: asking, answering, and everything that may cross on the way.
@Suite struct `A friend request` {
    @Test func `reaches the other with its message, and is confirmed`() throws {
        let world = try World()
        #expect(try world.ana.request("ben", "we met at the gym") == false)
        #expect(world.ben.inbox == [.requested(by: "ana", "we met at the gym")])
        #expect(world.ana.inbox == [])
    }

    @Test func `waits in both mailboxes`() throws {
        let world = try World()
        try world.ana.request("ben", "hello")
        let entry = { (name: String) in
            PendingRequest.with {
                $0.user = .named(name)
                $0.message = "hello"
                $0.at = world.clock.now.timestamp
            }
        }
        #expect(try world.ben.mailbox() == .with { $0.incoming = [entry("ana")] })
        #expect(try world.ana.mailbox() == .with { $0.outgoing = [entry("ben")] })
        #expect(try world.cleo.mailbox() == Mailbox())
    }

    @Test func `waits in the mailbox behind older ones`() throws {
        let world = try World()
        try world.cleo.request("ana")
        try world.pass(.seconds(1))
        try world.ben.request("ana")
        #expect(try world.ana.mailbox().incoming.map(\.user.username) == ["cleo", "ben"])
    }

    @Test func `is seen in what each is to the other`() throws {
        let world = try World(friends: [("ana", "cleo")])
        #expect(try world.ana.lookUp("ben").relation == .stranger)
        try world.ana.request("ben")
        #expect(try world.ana.lookUp("ben").relation == .requested)
        #expect(try world.ben.lookUp("ana").relation == .asking)
        #expect(try world.ana.lookUp("cleo").relation == .friend)
        #expect(try world.ana.lookUp("ana").relation == .yourself)
        #expect(try world.ana.lookUp("ben").user == .named("ben"))
    }

    @Test func `accepted makes both friends, at once, and is gone`() throws {
        let world = try World()
        try world.ana.request("ben")
        try world.ben.accept("ana")
        #expect(world.ana.inbox == [.befriended("ben")])
        #expect(world.ben.inbox == [.requested(by: "ana"), .befriended("ana")])
        #expect(try world.ana.friendNames() == ["ben"])
        #expect(try world.ben.friendNames() == ["ana"])
        #expect(try world.ana.mailbox() == Mailbox())
        #expect(try world.ben.mailbox() == Mailbox())
    }

    @Test func `to oneself is refused`() throws {
        let world = try World()
        expectRefusal(.oneself, "to") { try world.ana.request("ana") }
        expectRefusal(.oneself, "from") { try world.ana.accept("ana") }
        expectRefusal(.oneself, "from") { try world.ana.decline("ana") }
        expectRefusal(.oneself, "to") { try world.ana.withdraw("ana") }
    }

    @Test(arguments: ["nobody", "", "ANA", "ben ", "ben\u{0}", "'; DROP TABLE account; --"])
    func `to an unknown username is refused`(name: String) throws {
        let world = try World()
        expectRefusal(.notFound, "to") { try world.ana.request(name) }
        expectRefusal(.notFound, "username") { _ = try world.ana.lookUp(name) }
        expectRefusal(.noSuchRequest, "from") { try world.ana.accept(name) }
        expectRefusal(.noSuchRequest, "from") { try world.ana.decline(name) }
        expectRefusal(.noSuchRequest, "to") { try world.ana.withdraw(name) }
    }

    @Test func `to a friend is refused`() throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.alreadyFriends, "to") { try world.ana.request("ben") }
        expectRefusal(.alreadyFriends, "to") { try world.ben.request("ana") }
        #expect(world.ben.inbox == [])
    }

    @Test func `made twice has one effect`() throws {
        let world = try World()
        #expect(try world.ana.request("ben", "first") == false)
        #expect(try world.ana.request("ben", "second") == false)
        #expect(world.ben.inbox == [.requested(by: "ana", "first")])
        #expect(try world.ben.mailbox().incoming.map(\.message) == ["first"])
    }

    @Test func `that crosses another makes them friends`() throws {
        let world = try World()
        try world.ana.request("ben")
        #expect(try world.ben.request("ana") == true)
        #expect(world.ana.inbox == [.befriended("ben")])
        #expect(world.ben.inbox == [.requested(by: "ana"), .befriended("ana")])
        #expect(try world.ana.mailbox() == Mailbox())
        expectRefusal(.alreadyFriends, "from") { try world.ana.accept("ben") }
    }

    @Test func `that crosses another in the same commit makes them friends, once`() throws {
        let world = try World()
        _ = try world.together([
            ("ana", .friendRequest(.with { $0.to = "ben" })),
            ("ben", .friendRequest(.with { $0.to = "ana" })),
        ])
        #expect(try world.ana.friendNames() == ["ben"])
        #expect(world.ana.inbox == [.befriended("ben")])
        #expect(world.ben.inbox.filter { $0 == .befriended("ana") }.count == 1)
    }

    @Test func `withdrawn is gone, with an event to each side`() throws {
        let world = try World()
        try world.ana.request("ben")
        try world.ana.withdraw("ben")
        #expect(world.ana.inbox == [.requestClosed(from: "ana", to: "ben")])
        #expect(
            world.ben.inbox == [.requested(by: "ana"), .requestClosed(from: "ana", to: "ben")])
        #expect(try world.ben.mailbox() == Mailbox())
        #expect(try world.ben.lookUp("ana").relation == .stranger)
    }

    @Test func `that was never made cannot be answered or withdrawn`() throws {
        let world = try World()
        try world.ben.request("ana")
        expectRefusal(.noSuchRequest, "from") { try world.ben.accept("ana") }
        expectRefusal(.noSuchRequest, "from") { try world.ben.decline("ana") }
        expectRefusal(.noSuchRequest, "to") { try world.ana.withdraw("ben") }
    }

    @Test func `accepted twice makes friends once`() throws {
        let world = try World()
        try world.ana.request("ben")
        try world.ben.accept("ana")
        expectRefusal(.alreadyFriends, "from") { try world.ben.accept("ana") }
        #expect(world.ana.inbox == [.befriended("ben")])
    }

    @Test func `accepted just after it was withdrawn makes nobody friends`() throws {
        let world = try World()
        try world.ana.request("ben")
        let results = try world.together([
            ("ana", .friendWithdraw(.with { $0.to = "ben" })),
            ("ben", .friendAccept(.with { $0.from = "ana" })),
        ]).map(\.result)
        #expect(throws: Never.self) { try results[0].get() }
        expectRefusal(.noSuchRequest, "from") { _ = try results[1].get() }
        #expect(try world.ana.friendNames() == [])
        #expect(try world.ben.friendNames() == [])
        #expect(world.ana.inbox == [.requestClosed(from: "ana", to: "ben")])
    }

    @Test func `withdrawn just after it was accepted stays accepted`() throws {
        let world = try World()
        try world.ana.request("ben")
        let results = try world.together([
            ("ben", .friendAccept(.with { $0.from = "ana" })),
            ("ana", .friendWithdraw(.with { $0.to = "ben" })),
        ]).map(\.result)
        #expect(throws: Never.self) { try results[0].get() }
        expectRefusal(.noSuchRequest, "to") { _ = try results[1].get() }
        #expect(try world.ana.friendNames() == ["ben"])
        #expect(world.ana.inbox == [.befriended("ben")])
    }

    @Test(arguments: 1...8)
    func `accepted and withdrawn on two threads has one outcome for both`(attempt: Int) throws {
        let world = try World()
        try world.ana.request("ben")
        let results = try world.atOnce([
            ("ben", .friendAccept(.with { $0.from = "ana" })),
            ("ana", .friendWithdraw(.with { $0.to = "ben" })),
        ]).map(\.result)
        #expect(results.filter { (try? $0.get()) != nil }.count == 1)
        #expect(try world.ana.friendNames().count == world.ben.friendNames().count)
        #expect(
            try world.ana.friendNames().isEmpty == !world.ana.inbox.contains(.befriended("ben")))
        #expect(try world.ben.mailbox() == Mailbox())
    }

    @Test func `takes a message of 200 characters, and no more`() throws {
        let world = try World()
        expectRefusal(.invalidField, "message") {
            try world.ana.request("ben", String(repeating: "ü", count: 201))
        }
        expectRefusal(.invalidField, "message") { try world.ana.request("ben", "a\u{1B}[2J") }
        #expect(world.ben.inbox == [])
        try world.ana.request("ben", String(repeating: "ü", count: 200))
        #expect(world.ben.inbox.count == 1)
    }

    @Test func `waits through a restart`() throws {
        let world = try World()
        try world.ana.request("ben", "hello")
        try world.restart()
        #expect(try world.ben.mailbox().incoming.map(\.message) == ["hello"])
        try world.ben.accept("ana")
        #expect(try world.ana.friendNames() == ["ben"])
    }
}
