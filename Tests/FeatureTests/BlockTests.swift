import Kernel
import SwiftProtobuf
import Testing
import Wire

/// A block works both ways, and only the blocking user can notice it.
@Suite struct `A block` {
    @Test func `ends a friendship, its matches, and what was said to one another`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("coffee", on: true)
        try world.ben.set("coffee", on: true)
        let (before, beforeBen) = (try world.ana.stored().count, try world.ben.stored().count)
        try world.ana.block("ben")
        #expect(
            try world.ana.stored().dropFirst(before) == [
                .unfriended("ben"), .blocked("ben", true),
            ])
        #expect(try world.ben.stored().dropFirst(beforeBen) == [.unfriended("ana")])
        for (one, other) in [(world.ana, "ben"), (world.ben, "ana")] {
            #expect(try one.friendNames() == [])
            #expect(try one.matches() == [])
            #expect(try one.rooms().rooms == [])
            expectRefusal(.notFriends, "to") { try one.say("hi", to: other) }
            expectRefusal(.notFriends, "with") { _ = try one.history(with: other) }
        }
    }

    @Test func `takes one's own request back, and declines the other's`() throws {
        let world = try World()
        try world.ana.request("ben")
        try world.ana.block("ben")
        #expect(
            world.ana.inbox == [.requestClosed(from: "ana", to: "ben"), .blocked("ben", true)])
        #expect(
            world.ben.inbox == [.requested(by: "ana"), .requestClosed(from: "ana", to: "ben")])
        try world.cleo.request("ana")
        try world.ana.block("cleo")
        #expect(try world.ana.mailbox() == Mailbox())
        #expect(world.cleo.inbox == [])
        #expect(try world.cleo.mailbox().outgoing.map(\.user.username) == ["ana"])
        #expect(try world.cleo.lookUp("ana").relation == .requested)
    }

    @Test func `is seen by the blocking user, in look-up and list, on all devices`() throws {
        let world = try World()
        try world.ana.block("cleo")
        try world.ana.block("ben")
        #expect(try world.ana.blocked() == ["ben", "cleo"])
        #expect(try world.ana.lookUp("ben").relation == .blocked)
        #expect(try world.ben.lookUp("ana").relation == .stranger)
        #expect(try world.ben.blocked() == [])
        #expect(world.ana.inbox == [.blocked("cleo", true), .blocked("ben", true)])
        #expect(world.ben.inbox == [])
    }

    @Test func `said twice is said once`() throws {
        let world = try World()
        try world.ana.unblock("ben")
        try world.ana.block("ben")
        try world.ana.block("ben")
        try world.ana.unblock("ben")
        try world.ana.unblock("ben")
        #expect(world.ana.inbox == [.blocked("ben", true), .blocked("ben", false)])
    }

    @Test func `of oneself, or of nobody, is refused`() throws {
        let world = try World()
        expectRefusal(.oneself, "user") { try world.ana.block("ana") }
        expectRefusal(.oneself, "user") { try world.ana.unblock("ana") }
        expectRefusal(.notFound, "user") { try world.ana.block("nobody") }
        try world.ana.unblock("nobody")
        #expect(world.ana.inbox == [])
    }

    @Test func `keeps requests from ever being seen`() throws {
        let world = try World()
        try world.ana.block("ben")
        #expect(try world.ben.request("ana", "please") == false)
        try world.ben.withdraw("ana")
        #expect(try world.ben.request("ana", "please!") == false)
        #expect(world.ana.inbox == [.blocked("ben", true)])
        #expect(try world.ana.mailbox() == Mailbox())
        expectRefusal(.noSuchRequest, "from") { try world.ana.accept("ben") }
        expectRefusal(.blockedByYou, "to") { try world.ana.request("ben") }
        try world.ana.unblock("ben")
        #expect(try world.ana.mailbox() == Mailbox())
        #expect(try world.ana.lookUp("ben").relation == .stranger)
        expectRefusal(.noSuchRequest, "from") { try world.ana.accept("ben") }
    }

    @Test func `lifted lets both ask again`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.block("ben")
        try world.ana.unblock("ben")
        #expect(try world.ana.friendNames() == [])
        try world.ben.request("ana")
        #expect(world.ana.inbox.last == .requested(by: "ben"))
        try world.ana.accept("ben")
        #expect(try world.ben.friendNames() == ["ana"])
    }

    @Test func `may be mutual, and each lifts their own`() throws {
        let world = try World()
        try world.ana.block("ben")
        try world.ben.block("ana")
        #expect(try world.ana.lookUp("ben").relation == .blocked)
        #expect(try world.ben.lookUp("ana").relation == .blocked)
        try world.ana.unblock("ben")
        #expect(try world.ben.lookUp("ana").relation == .blocked)
        #expect(try world.ana.request("ben") == false)
        #expect(world.ben.inbox == [.blocked("ana", true)])
    }

    @Test func `outlives a restart`() throws {
        let world = try World()
        try world.ana.block("ben")
        try world.restart()
        try world.ben.request("ana")
        #expect(world.ana.inbox == [.blocked("ben", true)])
    }
}

extension ServerMessage.OneOf_Body {
    fileprivate static func blocked(_ username: String, _ blocked: Bool) -> Self {
        .blockChanged(.with { ($0.user, $0.blocked) = (.named(username), blocked) })
    }
}
