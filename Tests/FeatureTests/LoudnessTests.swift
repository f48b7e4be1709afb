import Activities
import Friends
import Kernel
import Rooms
import Synchronization
import SwiftProtobuf
import Testing
import Wire

/// An absent user is notified of an event some time later, if the event is still worth it.
@Suite struct `A late notification` {
    @Test func `is of a message as it stands, between friends, in a room that is not muted`() throws
    {
        let world = try World(friends: [("ana", "ben")])
        let seq = try world.ben.say("lunsh?", to: "ana").seq
        #expect(try world.loudMessage(seq, from: "ben", to: "ana")?.text == "lunsh?")
        #expect(try world.loudMessage(seq, from: "ana", to: "ben") == nil, "it is ben's own")
        #expect(try world.loudMessage(seq + 1, from: "ben", to: "ana") == nil)
        #expect(try world.loudMessage(seq, from: "cleo", to: "ana") == nil)
        _ = try world.ben.edit(seq, with: "ana", to: "lunch?")
        #expect(try world.loudMessage(seq, from: "ben", to: "ana")?.text == "lunch?")
        _ = try world.ana.mute("ben")
        #expect(try world.loudMessage(seq, from: "ben", to: "ana") == nil)
        _ = try world.ana.mute("ben", false)
        _ = try world.ben.delete(seq, with: "ana")
        #expect(try world.loudMessage(seq, from: "ben", to: "ana") == nil)
        let next = try world.ben.say("and now?", to: "ana").seq
        #expect(try world.loudMessage(next, from: "ben", to: "ana") != nil)
        try world.ana.block("ben")
        #expect(try world.loudMessage(next, from: "ben", to: "ana") == nil)
    }

    @Test func `is of a match that lasts`() throws {
        let world = try World(friends: [("ana", "ben")])
        _ = try world.ana.set("coffee", on: true)
        #expect(try !world.isMatched("ana", "ben"))
        _ = try world.ben.set("coffee", on: true)
        #expect(try world.isMatched("ana", "ben"))
        _ = try world.ben.set("coffee", on: false)
        #expect(try !world.isMatched("ana", "ben"))
        _ = try world.ben.set("coffee", on: true)
        #expect(try world.isMatched("ana", "ben"))
        try world.ana.remove("ben")
        #expect(try !world.isMatched("ana", "ben"))
    }

    @Test func `is of a request that waits for an answer`() throws {
        let world = try World()
        #expect(try !world.isAsked("ana", by: "ben"))
        _ = try world.ben.request("ana")
        #expect(try world.isAsked("ana", by: "ben"))
        try world.ben.withdraw("ana")
        #expect(try !world.isAsked("ana", by: "ben"))
        _ = try world.ben.request("ana")
        try world.ana.decline("ben")
        #expect(try !world.isAsked("ana", by: "ben"))
    }
}

extension World {
    func loudMessage(
        _ seq: UInt32, from sender: String, to reader: String
    ) throws -> RoomMessage? {
        let reader = try #require(callers[reader]).user
        return try look { (snapshot) throws(Refusal) in
            let message = RoomMessage.with { ($0.seq, $0.from) = (seq, sender) }
            return try RoomsFeature.loudMessage(message, to: reader, in: snapshot)
        }
    }

    fileprivate func isMatched(_ name: String, _ other: String) throws -> Bool {
        let user = try #require(callers[name]).user
        return try look { (snapshot) throws(Refusal) in
            try ActivitiesFeature.isMatched(user, with: other, for: "coffee", in: snapshot)
        } == true
    }

    fileprivate func isAsked(_ name: String, by sender: String) throws -> Bool {
        let user = try #require(callers[name]).user
        return try look { (snapshot) throws(Refusal) in
            try FriendsFeature.isAsked(user, by: sender, in: snapshot)
        } == true
    }

    /// What a look at the store finds.
    private func look<Found: Sendable>(
        _ body: @escaping @Sendable (Snapshot) throws(Refusal) -> Found?
    ) throws -> Found? {
        try store.snapshot(body)
    }
}
