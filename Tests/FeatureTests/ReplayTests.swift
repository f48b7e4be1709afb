import Kernel
import SwiftProtobuf
import Testing
import Wire

/// A replay of an inbox leaves out what was taken back, and what a block hides.
@Suite struct `A replay of events` {
    /// The comments that are read in an inbox.
    private static func comments(_ person: Person) -> [String] {
        person.inbox.compactMap { event in
            if case .circleCommented(let said) = event { said.comment.text } else { nil }
        }
    }

    private static func messages(_ person: Person) -> [String] {
        person.inbox.compactMap { event in
            switch event {
            case .roomMessage(let message): message.text
            case .roomMessageChanged(let changed): changed.message.text
            default: nil
            }
        }
    }

    private static func requests(_ person: Person) -> [String] {
        person.inbox.compactMap { event in
            if case .friendRequested(let asked) = event { asked.message } else { nil }
        }
    }

    /// How many events of the inbox would still notify the user.
    private static func notices(_ person: Person) throws -> Int {
        let (id, events) = (person.id, person.world.catalog.events)
        return try person.world.store.snapshot { (snapshot) throws(Refusal) in
            let rows = try snapshot.all(Inbox.page(of: id, after: 0, limit: 1_000))
            var count = 0
            for row in rows where try events.standing(row.event, for: id, in: snapshot) != nil {
                count += 1
            }
            return count
        }
    }

    private static func commented() throws -> (World, post: String, CircleSaid) {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.meet("ana", "ben")
        let post = try #require(try world.cleo.newestPost(of: "ana")).id
        return (world, post, try world.cleo.comment("secret", on: post))
    }

    @Test func `has no comment that was taken back, or whose post is gone`() throws {
        let (world, post, said) = try Self.commented()
        #expect(Self.comments(world.ana) == ["secret"])
        let before = try Self.notices(world.ana)
        try world.cleo.unsay(said.comment.id, on: post)
        #expect(Self.comments(world.ana) == [])
        #expect(try Self.notices(world.ana) == before - 1)
        try world.cleo.comment("another", on: post)
        #expect(Self.comments(world.ana) == ["another"])
        try world.ana.removePost(post)
        #expect(Self.comments(world.ana) == [])
    }

    @Test(arguments: [("ana", "cleo"), ("cleo", "ana")])
    func `has no comment between two users when one has blocked the other`(
        blocker: String, blocked: String
    ) throws {
        let (world, post, _) = try Self.commented()
        try world.ben.comment("stays", on: post)
        try world[dynamicMember: blocker].block(blocked)
        #expect(Self.comments(world.ana) == ["stays"])
        let told = world.ana.numberedInbox.map(\.seq)
        #expect(told == (1...UInt32(told.count)).map { $0 }, "each keeps its place")
        try world[dynamicMember: blocker].unblock(blocked)
        #expect(Self.comments(world.ana) == ["secret", "stays"])
    }

    @Test func `has no request that waits for no answer`() throws {
        let endings: [(World) throws -> Void] = [
            { try $0.ben.withdraw("ana") }, { try $0.ana.decline("ben") },
            { try $0.ana.block("ben") }, { try $0.ben.block("ana") },
            {
                try $0.ben.withdraw("ana")
                try $0.ben.request("ana", "again")
            },
        ]
        for (index, end) in endings.enumerated() {
            let world = try World()
            try world.ben.request("ana", "secret")
            #expect(Self.requests(world.ana) == ["secret"])
            try end(world)
            #expect(Self.requests(world.ana) == (index == 4 ? ["again"] : []), "\(index)")
            #expect(try Self.notices(world.ana) == (index == 4 ? 1 : 0), "\(index)")
        }
    }

    @Test func `has of a room of two what its history has`() throws {
        let endings: [(World) throws -> Void] = [
            { try $0.ana.remove("ben") }, { try $0.ana.block("ben") },
            { try $0.ben.block("ana") },
        ]
        for end in endings {
            let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
            let seq = try world.ben.say("secret", to: "ana").seq
            try world.ana.say("of ana", to: "ben")
            try world.cleo.say("of cleo", to: "ana")
            _ = try world.ben.edit(seq, with: "ana", to: "edited")
            #expect(Self.messages(world.ana).contains("edited"))
            try end(world)
            #expect(Self.messages(world.ana) == ["of cleo"])
            #expect(Self.messages(world.ben) == [])
            // Of cleo's friendship, and of her message.
            #expect(try Self.notices(world.ana) == 2)
            for name in ["ana", "ben"] {
                for other in try world[dynamicMember: name].blocked() {
                    try world[dynamicMember: name].unblock(other)
                }
            }
            try world.makeFriends("ana", "ben")
            #expect(Self.messages(world.ana).count > 1)
        }
    }

    @Test func `has that a message was deleted, also when the two may not talk`() throws {
        let world = try World(friends: [("ana", "ben")])
        let seq = try world.ben.say("secret", to: "ana").seq
        _ = try world.ben.delete(seq, with: "ana")
        try world.ben.remove("ana")
        let deleted = world.ana.inbox.contains {
            if case .roomMessageChanged(let changed) = $0 { changed.message.deleted } else { false }
        }
        #expect(deleted)
        #expect(!Self.messages(world.ana).contains("secret"))
    }

    @Test func `has no question after a match with a former friend`() throws {
        let world = try World(friends: [("ana", "ben")])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        try world.ana.did("coffee", with: "ben")
        let asked = {
            world.ben.inbox.contains { if case .circleAsked = $0 { true } else { false } }
        }
        #expect(asked())
        try world.ana.remove("ben")
        #expect(!asked())
    }

    @Test func `has the place of no meetup but the one that there is`() throws {
        let world = try World()
        try world.ana.speak("en", learning: "zh", bio: "about ana")
        try world.ben.speak("zh", learning: "en")
        let number = try world.ana.match("ben").number
        let places = {
            world.ben.inbox.compactMap { event -> String? in
                switch event {
                case .meetupOffered(let changed), .meetupAccepted(let changed),
                    .meetupCleared(let changed), .meetupExpired(let changed):
                    changed.partnership.place
                default: nil
                }
            }
        }
        try world.ana.offer(number, "My home 7")
        #expect(places() == ["My home 7"])
        #expect(try world.ana.clear(number).place == "")
        #expect(try world.ben.partnership(number).place == "")
        #expect(try world.ben.partners().map(\.place) == [""])
        #expect(places() == [""])
        try world.ana.offer(number, in: .seconds(60), "My home 8")
        #expect(places() == ["", "My home 8"])
        try world.pass(.seconds(61))
        #expect(try world.ben.partnership(number).place == "")
        #expect(places() == ["", ""])
        try world.ana.block("ben")
        #expect(places() == [])
        let matched = world.ben.inbox.contains {
            if case .partnerMatched = $0 { true } else { false }
        }
        #expect(!matched, "what a former partner said of themselves")
    }

    /// The matches that are read in an inbox: "coffee with ana", "no coffee with ana".
    private static func matches(_ person: Person) -> [String] {
        person.inbox.compactMap { event in
            switch event {
            case .match(let match): "\(match.activity) with \(match.with.username)"
            case .matchEnded(let end): "no \(end.activity) with \(end.with)"
            case .groupMatch(let match): "\(match.activity) in a group with \(match.with.username)"
            default: nil
            }
        }
    }

    @Test func `has no match with a former friend`() throws {
        let endings: [(World) throws -> Void] = [
            { try $0.ana.remove("ben") }, { try $0.ana.block("ben") },
            { try $0.ben.block("ana") },
        ]
        for end in endings {
            let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
            try world.meet("ana", "ben", for: "coffee")
            try world.meet("ana", "cleo", for: "gym")
            #expect(Self.matches(world.ben) == ["coffee with ana", "no coffee with ana"])
            try end(world)
            #expect(Self.matches(world.ana) == ["gym with cleo", "no gym with cleo"])
            #expect(Self.matches(world.ben) == [])
        }
    }

    @Test func `has no match in a group with a member whom the reader has blocked`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        let room = try world.ana.makeGroup("Lunch", with: "ben", "cleo")
        for person in [world.ben, world.cleo] { try person.set("eat", on: true, in: room) }
        #expect(Self.matches(world.ben) == ["eat in a group with cleo"])
        try world.cleo.block("ben")
        #expect(Self.matches(world.cleo) == [])
        // A match that was sent stays, so a blocked user does not learn of the block.
        #expect(Self.matches(world.ben) == ["eat in a group with cleo"])
        try world.ben.leave(room)
        #expect(Self.matches(world.ben) == [])
    }
}
