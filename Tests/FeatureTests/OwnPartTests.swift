import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Taking back is never refused, not even to users who can no longer read the room.
@Suite struct `What one said, and a reaction` {
    /// Ways to lose the history of a group.
    enum Parting: CaseIterable {
        case leaving, removal, comingBack
    }

    private static func isChanged(_ event: Event?, _ message: RoomMessage) -> Bool {
        event == .roomMessageChanged(.with { $0.message = message })
    }

    private static func reaction(
        _ emoji: String, to seq: UInt32, with name: String, cid: String = ""
    ) -> ClientMessage.OneOf_Command {
        .roomReact(
            .with { ($0.with, $0.seq, $0.emoji, $0.on, $0.cid) = (name, seq, emoji, false, cid) })
    }

    /// Ben wrote the second message of a group, reacted to both, and is gone.
    private static func world(_ parting: Parting) throws -> (World, room: String) {
        let (world, room) = try `A group`.world()
        try world.ana.say("of ana", to: room)
        try world.ben.say("of ben", to: room)
        _ = try world.cleo.react("🤫", to: 2, with: room)
        for seq: UInt32 in [1, 2] { _ = try world.ben.react("👍", to: seq, with: room) }
        if parting == .removal {
            try world.ana.removeMember("ben", from: room)
        } else {
            try world.ben.leave(room)
        }
        if parting == .comingBack { try world.ana.add("ben", to: room) }
        return (world, room)
    }

    @Test(arguments: Parting.allCases)
    func `are taken back by a former member, for those who read them`(parting: Parting) throws {
        let (world, room) = try Self.world(parting)
        let count = world.ben.numberedInbox.count
        let place = { (seq: UInt32) in RoomMessage.with { ($0.room, $0.seq) = (room, seq) } }
        #expect(try world.ben.react("👍", to: 2, with: room, on: false) == place(2))
        #expect(try world.ben.react("👍", to: 1, with: room, on: false) == place(1))
        let left = try world.ana.history(with: room).messages
        #expect(left.map { $0.reactions.flatMap(\.from) } == [[], ["cleo"]])
        #expect(Self.isChanged(world.ana.inbox.last, left[0]))
        let deleted = try world.ben.delete(2, with: room, cid: "d")
        #expect(deleted.deleted && deleted.text == "" && deleted.reactions == [])
        #expect(try world.ana.history(with: room).messages == [left[0], deleted])
        for person in [world.ana, world.cleo] {
            #expect(Self.isChanged(person.inbox.last, deleted))
        }
        #expect(try world.ben.delete(2, with: room) == deleted)
        #expect(try world.ben.delete(2, with: room, cid: "d") == deleted)
        #expect(world.ben.numberedInbox.count == count)
    }

    @Test(arguments: Parting.allCases)
    func `are all that a former member can take back`(parting: Parting) throws {
        let (world, room) = try Self.world(parting)
        let (code, field): (ErrorCode, String) =
            parting == .comingBack ? (.notFound, "seq") : (.notMember, "with")
        for seq: UInt32 in [0, 1, 3, .max] {
            expectRefusal(code, field) { try world.ben.delete(seq, with: room) }
        }
        for emoji in ["🤫", "❤️"] {
            expectRefusal(code, field) { try world.ben.react(emoji, to: 2, with: room, on: false) }
        }
        expectRefusal(code, field) { try world.ben.react("❤️", to: 2, with: room) }
        expectRefusal(code, field) { try world.ben.edit(2, with: room, to: "more") }
        expectRefusal(.notMember, "with") { try world.ben.delete(2, with: "#1") }
        let command = Self.reaction("👍", to: 1, with: room, cid: "r")
        let answer = try world.ben.call(command)
        #expect(try world.ben.call(command) == answer)
        expectRefusal(code, field) { try world.ben.react("👍", to: 1, with: room, on: false) }
        try world.pass(.seconds(86_401))
        expectRefusal(.tooLate, "seq") { try world.ben.delete(2, with: room) }
        #expect(try world.ana.history(with: room).messages.map(\.text) == ["of ana", "of ben"])
    }

    @Test(
        arguments: [
            { try $0.ana.remove("ben") }, { try $0.ana.block("ben") }, { try $0.ben.block("ana") },
        ] as [@Sendable (World) throws -> Void])
    func `are taken back in the room of two who may not talk any more`(
        part: @Sendable (World) throws -> Void
    ) throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ben.say("of ben", to: "ana")
        try world.ana.say("of ana", to: "ben")
        _ = try world.ben.react("👍", to: 2, with: "ana")
        try part(world)
        let deleted = try world.ben.delete(1, with: "ana")
        #expect(deleted.deleted && deleted.text == "")
        #expect(Self.isChanged(world.ana.inbox.last, deleted), "a device has the message")
        let counts = { ["ana", "ben"].map { world[dynamicMember: $0].numberedInbox.count } }
        let before = counts()
        let place = RoomMessage.with { ($0.room, $0.seq) = ("ana:ben", 2) }
        #expect(try world.ben.react("👍", to: 2, with: "ana", on: false) == place)
        #expect(counts() == before)
        for seq: UInt32 in [0, 2, 3] {
            expectRefusal(.notFriends, "with") { try world.ben.delete(seq, with: "ana") }
        }
        for name in ["ben", "ana", "nobody", "cleo"] {
            expectRefusal(.notFriends, "with") { try world.cleo.delete(1, with: name) }
        }
        for name in ["ana", "ben"] {
            for other in try world[dynamicMember: name].blocked() {
                try world[dynamicMember: name].unblock(other)
            }
        }
        try world.makeFriends("ana", "ben")
        let messages = try world.ana.history(with: "ben").messages
        #expect(messages.map(\.text) == ["", "of ana"] && messages[1].reactions == [])
    }
}
