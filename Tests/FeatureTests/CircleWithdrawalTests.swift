import Kernel
import SwiftProtobuf
import Testing
import Wire

/// A confirmation of a match is posted while it stands, and while the two are friends.
@Suite struct `A confirmation` {
    private let world: World

    /// ana is a friend of ben, with whom she is up for coffee, and of cleo.
    init() throws {
        world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
    }

    /// How a friendship ends, and may begin anew.
    enum Ending: CaseIterable {
        case removal, block, blockByOther

        func perform(_ world: World) throws {
            switch self {
            case .removal: try world.ana.remove("ben")
            case .block:
                try world.ana.block("ben")
                try world.ana.unblock("ben")
            case .blockByOther:
                try world.ben.block("ana")
                try world.ben.unblock("ana")
            }
            try world.makeFriends("ana", "ben")
        }
    }

    private func asked(_ person: Person) -> Int {
        person.inbox.count { if case .circleAsked = $0 { true } else { false } }
    }

    private func exported(_ person: Person) throws -> [String] {
        try person.export().compactMap { record in
            if case .confirmed(let confirm) = record.record { confirm.text } else { nil }
        }
    }

    @Test(arguments: Ending.allCases)
    func `ends with the friendship, as does the match`(ending: Ending) throws {
        try world.ana.did("coffee", with: "ben", "before we parted")
        try ending.perform(world)
        #expect(try exported(world.ana) == [])
        // A match begins with the friendship; it is another.
        #expect(try !world.ben.did("coffee", with: "ana").posted)
        #expect(try world.ana.circle() == [] && world.cleo.circle() == [])
        #expect(try world.ana.did("coffee", with: "ben").posted)
        #expect(try world.cleo.newestPost(of: "ana")?.text == "")
    }

    @Test(arguments: Ending.allCases)
    func `is refused about a match that ended with the friendship`(ending: Ending) throws {
        try world.ana.set("coffee", on: false)
        try world.pass(.seconds(10))
        try ending.perform(world)
        for (one, other) in [(world.ana, "ben"), (world.ben, "ana")] {
            expectRefusal(.notFound, "activity") { try one.did("coffee", with: other) }
        }
    }

    @Test(arguments: Ending.allCases)
    func `is made anew about a match that was over before the friendship was`(
        ending: Ending
    ) throws {
        try world.ana.did("coffee", with: "ben", "before we parted")
        for person in [world.ana, world.ben] { try person.set("coffee", on: false) }
        try world.pass(.seconds(31))
        try ending.perform(world)
        #expect(try !world.ben.did("coffee", with: "ana").posted)
        #expect(try world.ana.did("coffee", with: "ben", "friends again").posted)
        #expect(try world.cleo.newestPost(of: "ana")?.text == "friends again")
    }

    @Test(arguments: Ending.allCases)
    func `does not let a post wait that waited when the friendship ended`(ending: Ending) throws {
        try world.pass(.seconds(900))
        try world.ben.set("coffee", on: false)
        try world.pass(.seconds(31))
        try ending.perform(world)
        try world.ana.set("coffee", on: false)
        try world.pass(.seconds(31))
        #expect(try world.cleo.circle() == [])
    }

    @Test func `leaves posts alone when the friendship ends`() throws {
        try world.ana.did("coffee", with: "ben", "good talk")
        try world.ben.did("coffee", with: "ana")
        try world.ana.remove("ben")
        #expect(try world.cleo.circle() == ["ana: coffee"])
        try world.makeFriends("ana", "ben")
        #expect(
            try world.ana.circle().sorted() == ["ana: coffee with ben", "ben: coffee with ana"])
    }

    @Test func `is withdrawn when its author no longer lets anything be posted`() throws {
        try world.ana.did("coffee", with: "ben", "too much")
        #expect(asked(world.ben) == 1)
        try world.ana.tell(circle: false)
        #expect(asked(world.ben) == 0)
        #expect(try exported(world.ana) == [])
        #expect(try !world.ben.did("coffee", with: "ana").posted)
        #expect(try world.cleo.circle() == [])
        // Another word posts it all the same.
        #expect(try world.ana.did("coffee", with: "ben", "after all").posted)
        #expect(try world.cleo.newestPost(of: "ana")?.text == "after all")
    }

    @Test func `is taken back while the friend has not confirmed, too`() throws {
        try world.ana.did("coffee", with: "ben", "too much")
        let answer = try world.ana.undid("coffee", with: "ben")
        #expect(answer.hasPosted && !answer.posted && answer.post == "")
        #expect(asked(world.ben) == 0)
        #expect(try exported(world.ana) == [])
        #expect(try !world.ben.did("coffee", with: "ana").posted)
        #expect(try world.cleo.circle() == [])
        #expect(try world.ana.did("coffee", with: "ben").posted)
        #expect(try world.cleo.newestPost(of: "ana")?.text == "")
    }

    /// ana has a post that came by itself; ben, who lets nothing be posted, has none.
    private func post() throws {
        try world.ben.tell(circle: false)
        try world.pass(.seconds(900))
        for person in [world.ana, world.ben] { try person.set("coffee", on: false) }
        try world.pass(.seconds(31))
        #expect(try world.ana.circle() == ["ana: coffee with ben"])
        try world.ana.select("cleo", for: "coffee", false)
        #expect(try world.cleo.circle() == [])
    }

    @Test func `of a post that is there is taken back as well`() throws {
        try post()
        #expect(try !world.ana.did("coffee", with: "ben", "good talk").posted)
        #expect(try world.cleo.circle() == ["ana: coffee"])
        #expect(asked(world.ben) == 1)
        try world.ana.undid("coffee", with: "ben")
        #expect(asked(world.ben) == 0)
        #expect(try world.cleo.circle() == [])
        #expect(try world.ana.circle() == ["ana: coffee with ben"])
        try world.ana.did("coffee", with: "ben")
        #expect(try world.cleo.circle() == ["ana: coffee"])
    }

    @Test(arguments: Ending.allCases)
    func `of a post that is there ends with the friendship, and the post stays`(
        ending: Ending
    ) throws {
        try post()
        try world.ana.did("coffee", with: "ben")
        try ending.perform(world)
        #expect(asked(world.ben) == 0)
        #expect(try world.cleo.circle() == ["ana: coffee"])
    }

    @Test func `of a removed post is taken back when its author lets nothing be posted`() throws {
        try post()
        let id = try #require(try world.ana.newestPost(of: "ana")?.id)
        try world.ana.did("coffee", with: "ben")
        try world.ana.removePost(id)
        try world.ana.tell(circle: false)
        #expect(asked(world.ben) == 0)
    }

    @Test func `asks about one match, whatever became of another`() throws {
        try world.ana.did("coffee", with: "ben")
        try world.ben.did("coffee", with: "ana")
        for person in [world.ana, world.ben] { try person.set("coffee", on: false) }
        try world.pass(.seconds(31))
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        try world.ana.did("coffee", with: "ben")
        #expect(asked(world.ben) == 2)
        try world.ana.undid("coffee", with: "ben")
        #expect(asked(world.ben) == 1)
    }

    @Test func `is not taken back once it is posted, or by another user`() throws {
        try world.ana.did("coffee", with: "ben", "good talk")
        try world.ben.undid("coffee", with: "ana")
        try world.ana.undid("gym", with: "ben")
        #expect(try exported(world.ana) == ["good talk"])
        try world.ben.did("coffee", with: "ana")
        try world.ana.undid("coffee", with: "ben")
        #expect(try world.cleo.newestPost(of: "ana")?.text == "good talk")
        expectRefusal(.notFriends, "friend") { try world.ben.undid("coffee", with: "cleo") }
        expectRefusal(.notFound, "activity") { try world.ben.undid("nothing", with: "ana") }
    }

    @Test func `asks the friend only while it waits for an answer that may be given`() throws {
        let ends: [(World) throws -> Void] = [
            { try $0.ben.did("coffee", with: "ana") }, { try $0.ana.undid("coffee", with: "ben") },
            { try $0.ana.tell(circle: false) }, { try $0.ana.remove("ben") },
            {
                for person in [$0.ana, $0.ben] { try person.set("coffee", on: false) }
                try $0.pass(.seconds(86_400 + 31))
            },
        ]
        for end in ends {
            let world = try World(friends: [("ana", "ben")])
            for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
            try world.ana.did("coffee", with: "ben")
            #expect(try notices(world.ben).contains("circle_asked"))
            try end(world)
            #expect(try !notices(world.ben).contains("circle_asked"))
        }
    }

    /// Kinds of the notifications that a user would still get.
    private func notices(_ person: Person) throws -> [String] {
        let (id, events) = (person.id, person.world.catalog.events)
        return try person.world.store.snapshot { (snapshot) throws(Refusal) in
            var kinds: [String] = []
            for row in try snapshot.all(Inbox.page(of: id, after: 0, limit: 100)) {
                let standing = try events.standing(row.event, for: id, in: snapshot)
                if let news = standing.flatMap({ events.news(of: $0) }) { kinds.append(news.kind) }
            }
            return kinds
        }
    }
}
