import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z27, Z34: what friends did is on the circle: of itself when it lasted, or when both say so.
@Suite struct `The circle` {
    @Test func `has a post of each for a match that lasted, once it is over`() throws {
        let world = try World(friends: [("ana", "ben")])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        try world.pass(.seconds(900))
        for person in [world.ana, world.ben] { try person.set("coffee", on: false) }
        try world.pass(.seconds(29))
        #expect(try world.ana.circle() == [])
        try world.pass(.seconds(1))
        for person in [world.ana, world.ben] {
            #expect(
                try person.circle().sorted() == ["ana: coffee with ben", "ben: coffee with ana"])
        }
        let post = try #require(try world.ana.newestPost(of: "ana"))
        #expect(post.title == "Coffee" && post.text == "" && post.at == world.clock.now.timestamp)
        #expect(post.likes == 0 && post.hasLiked && !post.liked && post.comments == [])
        #expect(post.link == "/circle/\(post.id)")
        #expect(try world.ana.readPost(post.id) == post)
    }

    @Test func `has no post of a user who is still up for it, until that is over`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        try world.pass(.seconds(900))
        try world.ben.set("coffee", on: false)
        for _ in 1...3 {
            try world.pass(.seconds(31))
            #expect(try world.cleo.circle() == [])
            #expect(try world.ana.circle() == ["ben: coffee with ana"])
        }
        try world.ana.set("coffee", on: true)
        try world.ana.set("gym", on: true)
        try world.ana.set("gym", on: false)
        #expect(try world.cleo.circle() == [])
        try world.ana.set("coffee", on: false)
        #expect(try world.cleo.circle() == ["ana: coffee"])
        let post = try #require(try world.cleo.newestPost(of: "ana"))
        #expect(post.at == world.clock.now.timestamp)
        try world.ana.set("coffee", on: false)
        try world.pass(.seconds(8_000))
        #expect(try world.ana.circle().count == 2)
    }

    @Test func `waits for what stood for an activity, and for its time`() throws {
        let world = try World(
            friends: [("ana", "ben"), ("ana", "cleo")], wildcards: ["anything"])
        try world.ana.set("anything", on: true)
        try world.ben.set("coffee", on: true)
        try world.pass(.seconds(900))
        try world.ben.set("coffee", on: false)
        try world.pass(.seconds(31))
        #expect(try world.cleo.circle() == [])
        // The time of the toggle is over.
        try world.pass(.seconds(7_200))
        #expect(try world.cleo.circle() == ["ana: coffee"])
    }

    @Test func `has what waited only if it may be posted by then`() throws {
        let changes: [(World) throws -> Void] = [
            { try $0.ana.tell(circle: false) }, { try $0.ana.select("cleo", for: "coffee", false) },
            { try $0.ana.remove("ben") }, { try $0.ben.block("ana") },
        ]
        for change in changes {
            let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
            for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
            try world.pass(.seconds(900))
            try world.ben.set("coffee", on: false)
            try world.pass(.seconds(31))
            try change(world)
            try world.ana.set("coffee", on: false)
            try world.pass(.seconds(31))
            #expect(try world.cleo.circle() == [])
        }
    }

    @Test func `has a post of a user who is still up for it, by their own word`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        try world.pass(.seconds(900))
        try world.ben.set("coffee", on: false)
        try world.pass(.seconds(31))
        try world.ben.did("coffee", with: "ana")
        #expect(try world.cleo.circle() == [])
        try world.ana.did("coffee", with: "ben", "yes")
        #expect(try world.cleo.circle() == ["ana: coffee"])
        try world.ana.set("coffee", on: false)
        #expect(try world.cleo.circle() == ["ana: coffee"])
    }

    @Test func `has nothing of a match that was short, or ended with the friendship`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.meet("ana", "ben", lasting: .milliseconds(899_999))
        #expect(try world.ana.circle() == [])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        try world.pass(.seconds(1_000))
        try world.ana.remove("ben")
        try world.pass(.seconds(60))
        #expect(try world.ana.circle() == [] && world.ben.circle() == [])
    }

    @Test func `takes a flap for the same match, and posts it once`() throws {
        let world = try World(friends: [("ana", "ben")])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        try world.pass(.seconds(600))
        try world.ana.set("coffee", on: false)
        try world.pass(.seconds(29))
        try world.ana.set("coffee", on: true)
        try world.pass(.seconds(300))
        for person in [world.ana, world.ben] { try person.set("coffee", on: false) }
        for _ in 1...3 { try world.pass(.seconds(31)) }
        #expect(try world.ana.circle().count == 2)
    }

    @Test func `has no post of a user who opts out, or keeps the activity from a friend`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.tell(circle: false)
        #expect(try world.ana.privacy().circle == false)
        try world.meet("ana", "ben")
        #expect(try world.ben.circle() == ["ben: coffee with ana"])
        try world.ana.tell(circle: true)
        try world.ana.select("cleo", for: "gym", false)
        try world.meet("ana", "ben", for: "gym")
        #expect(try world.ana.circle() == ["ben: gym with ana", "ben: coffee with ana"])
    }

    @Test func `has a post of each when both say so, with what they say`() throws {
        let world = try World(friends: [("ana", "ben")])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        let first = try world.ana.did("coffee", with: "ben", "good talk")
        #expect(first.hasPosted && !first.posted && first.post == "")
        #expect(
            world.ben.told.last
                == .circleAsked(
                    .with {
                        ($0.friend, $0.activity) = (.named("ana"), "coffee")
                        $0.since = world.clock.now.timestamp
                    }))
        try world.ana.did("coffee", with: "ben", "a very good talk")
        #expect(world.ben.told.count == 2)
        #expect(try world.ben.circle() == [])
        let second = try world.ben.did("coffee", with: "ana")
        #expect(second.posted)
        #expect(try world.ben.readPost(second.post).author.username == "ben")
        #expect(try world.ben.newestPost(of: "ana")?.text == "a very good talk")
        try world.pass(.seconds(1_000))
        for person in [world.ana, world.ben] { try person.set("coffee", on: false) }
        try world.pass(.seconds(31))
        #expect(try world.ana.circle().count == 2)
    }

    @Test func `treats a user who has a post as one who has confirmed`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ben.tell(circle: false)
        try world.meet("ana", "ben")
        #expect(try world.ben.did("coffee", with: "ana", "yes").posted)
        #expect(try world.ana.circle().count == 2)
        #expect(world.ana.told.last == .matchEnded("coffee", with: "ben"))
    }

    @Test func `asks about a match for a day, and about the one that the other has named`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.meet("ana", "ben", lasting: .seconds(60))
        try world.pass(.seconds(86_300))
        #expect(try !world.ana.did("coffee", with: "ben").posted)
        try world.pass(.seconds(100))
        expectRefusal(.notFound, "activity") { try world.ben.did("coffee", with: "ana") }
        try world.meet("ana", "ben", lasting: .seconds(60))
        try world.ana.did("coffee", with: "ben")
        try world.meet("ana", "ben", lasting: .seconds(60))
        #expect(try world.ben.did("coffee", with: "ana").posted)
        #expect(try !world.ben.did("coffee", with: "ana").posted)
    }

    @Test func `has no second post about the same, even when the first was taken away`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.meet("ana", "ben")
        let post = try #require(try world.ana.newestPost(of: "ana"))
        try world.ana.removePost(post.id)
        let again = try world.ana.did("coffee", with: "ben")
        #expect(again.posted && again.post == "")
        try world.ben.did("coffee", with: "ana")
        #expect(try world.ana.circle() == ["ben: coffee with ana"])
    }

    @Test func `refuses to confirm a match that there was not, or with a user who is no friend`()
        throws
    {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.notFound, "activity") { try world.ana.did("coffee", with: "ben") }
        expectRefusal(.notFound, "activity") { try world.ana.did("juggling", with: "ben") }
        for name in ["cleo", "nobody", "ana", ""] {
            expectRefusal(.notFriends, "friend") { try world.ana.did("coffee", with: name) }
        }
        for text in [String(repeating: "x", count: 501), "a\u{7}", "a\u{202E}b"] {
            expectRefusal(.invalidField, "text") { try world.ana.did("coffee", with: "ben", text) }
        }
    }

    @Test func `lets me change and take away what is mine, and nothing else`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.meet("ana", "ben")
        let mine = try #require(try world.ana.newestPost(of: "ana"))
        #expect(try world.ana.edit(mine.id, "two\nlines").text == "two\nlines")
        #expect(try world.ben.readPost(mine.id).text == "two\nlines")
        for text in [String(repeating: "x", count: 501), "a\u{7}", "a\u{202E}b"] {
            expectRefusal(.invalidField, "text") { try world.ana.edit(mine.id, text) }
        }
        let nowhere = String(repeating: "0", count: 15) + "7"
        for id in [nowhere, "", "x", mine.id.uppercased() + "0", "-000000000000001"] {
            expectRefusal(.notFound, "post") { try world.ben.edit(id, "") }
            expectRefusal(.notFound, "post") { try world.ben.removePost(id) }
            expectRefusal(.notFound, "post") { _ = try world.ben.readPost(id) }
        }
        expectRefusal(.notFound, "post") { try world.ben.edit(mine.id, "mine") }
        expectRefusal(.notFound, "post") { try world.ben.removePost(mine.id) }
        try world.ana.like(mine.id)
        try world.ben.comment("nice", on: mine.id)
        try world.ana.removePost(mine.id)
        expectRefusal(.notFound, "post") { _ = try world.ben.readPost(mine.id) }
        #expect(try world.ben.circle() == ["ben: coffee with ana"])
    }
}
