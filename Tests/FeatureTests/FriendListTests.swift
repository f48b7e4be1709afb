import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z14, Z17: friendship has no direction, and the list shows presence.
@Suite struct `The friends list` {
    @Test func `is empty when there are none`() throws {
        let world = try World()
        #expect(try world.ana.friends() == [])
    }

    @Test func `shows friends by name, since when, and who is online`() throws {
        let world = try World(friends: [("cleo", "ana"), ("ana", "ben")])
        world.presence.connect(world.cleo.id)
        let friends = try world.ana.friends()
        #expect(friends.map(\.user) == [.named("ben"), .named("cleo")])
        #expect(friends.map(\.online) == [false, true])
        #expect(friends.allSatisfy { $0.hasOnline && $0.since == world.clock.now.timestamp })
    }

    @Test func `asks about the presence of friends only`() throws {
        let world = try World(friends: [("ana", "ben"), ("ben", "cleo")])
        _ = try world.ana.friends()
        #expect(world.presence.asked == [world.ben.id])
    }

    @Test func `loses a friend on both sides, with an event to each`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ben.remove("ana")
        #expect(try world.ana.friends() == [])
        #expect(try world.ben.friends() == [])
        #expect(world.ana.inbox == [.unfriended("ben")])
        #expect(world.ben.inbox == [.unfriended("ana")])
        #expect(try world.ana.lookUp("ben").relation == .stranger)
    }

    @Test(arguments: ["cleo", "ana", "nobody"])
    func `cannot lose a user who is not on it`(name: String) throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.notFriends, "friend") { try world.ana.remove(name) }
        #expect(try world.ana.friendNames() == ["ben"])
    }

    @Test func `may have the same friend again`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.remove("ben")
        #expect(try world.ana.request("ben") == false)
        try world.ben.accept("ana")
        #expect(try world.ana.friendNames() == ["ben"])
    }

    @Test func `tells the hub whose presence concerns whom`() throws {
        let world = try World()
        try world.ana.request("ben")
        let signals = try world.call(
            .friendAccept(.with { $0.from = "ana" }), by: "ben", as: world.callers["ben"]
        ).signals
        #expect(signals == [.relation(world.ana.id, world.ben.id, exists: true)])
    }

    @Test func `is only for signed-in users`() throws {
        let world = try World()
        let completion = try world.call(.friendList(FriendList()), by: "ana", as: nil)
        expectRefusal(.notSignedIn) { _ = try completion.result.get() }
    }
}
