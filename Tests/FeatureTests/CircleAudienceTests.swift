import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z27, Z38, Z39: what was posted by itself is for friends for whom the activity is meant.
@Suite struct `A post that nobody confirmed` {
    /// ana means coffee for ben and cleo alone, and did it with ben; dora is a friend of ben's.
    private func world() throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for name in ["dora", "eve"] { try world.signUp(name) }
        try world.makeFriends("dora", "ben")
        try world.ana.mean(["ben", "cleo"], others: false, for: "coffee")
        try world.meet("ana", "ben")
        return world
    }

    @Test func `is hidden from later friends, until they are added`() throws {
        let world = try world()
        let post = try #require(try world.ana.newestPost(of: "ana")).id
        try world.makeFriends("eve", "ana")
        #expect(try world.eve.circle() == [])
        #expect(try world.cleo.circle() == ["ana: coffee"])
        for command in Self.uses(of: post) {
            expectRefusal(.notFound, "post") { try world.eve.call(command) }
        }
        expectRefusal(.notFound, "post") { try world.eve.report("ana", post: post) }
        let told = world.eve.circleNews.count
        try world.cleo.like(post)
        try world.cleo.comment("hi", on: post)
        try world.ana.edit(post, "secret")
        #expect(world.eve.circleNews.count == told)
        try world.ana.select("eve", for: "coffee", true)
        #expect(try world.eve.circle() == ["ana: coffee"])
        try world.ana.select("eve", for: "coffee", false)
        #expect(try world.eve.circle() == [])
        try world.ana.removePost(post)
        #expect(world.eve.circleNews.count == told)
    }

    @Test func `is hidden from friends for whom its author does not mean a wildcard`() throws {
        let world = try World(friends: [("ana", "ben")], wildcards: ["anything"])
        try world.signUp("eve")
        try world.ana.mean(["ben"], others: false, for: "anything")
        try world.meet("ana", "ben")
        try world.makeFriends("eve", "ana")
        #expect(try world.eve.circle() == [])
        #expect(try world.ben.circle().contains("ana: coffee with ben"))
    }

    @Test func `is hidden from a friend who was left out in an earlier friendship`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for person in [world.ana, world.ben] { try person.set("gym", on: true) }
        try world.ana.select("cleo", for: "gym", false)
        try world.pass(.seconds(900))
        try world.ana.remove("cleo")
        for person in [world.ana, world.ben] { try person.set("gym", on: false) }
        try world.pass(.seconds(31))
        #expect(try world.ben.circle().count == 2)
        try world.makeFriends("cleo", "ana")
        #expect(try world.cleo.circle() == [])
        try world.ana.mean([], others: true, for: "gym")
        #expect(try world.cleo.circle() == ["ana: gym"])
    }

    @Test func `does not name its author to others on the companion's`() throws {
        let world = try world()
        try world.makeFriends("dora", "ana")
        #expect(try world.dora.circle() == ["ben: coffee"])
        let post = try #require(try world.ben.newestPost(of: "ben")).id
        #expect(try !world.dora.readPost(post).hasWith)
        try world.ben.edit(post, "nice")
        #expect(world.dora.circleNews.last?.posted.text == "nice")
        #expect(world.dora.circleNews.last?.posted.hasWith == false)
        try world.ana.did("coffee", with: "ben")
        #expect(
            try world.dora.circle().sorted() == ["ana: coffee with ben", "ben: coffee with ana"])
        #expect(
            world.dora.circleNews.suffix(2).map(\.posted.author.username) == ["ana", "ben"])
        #expect(world.dora.circleNews.suffix(2).map(\.posted.hasWith) == [true, true])
    }

    @Test func `reaches all friends once its author has confirmed it`() throws {
        let world = try world()
        try world.makeFriends("eve", "ana")
        let (before, known) = (world.eve.circleNews.count, world.cleo.circleNews.count)
        try world.ana.did("coffee", with: "ben")
        #expect(try world.eve.circle() == ["ana: coffee"])
        #expect(world.eve.circleNews.dropFirst(before).map(\.posted.hasWith) == [false])
        #expect(world.cleo.circleNews.count == known, "a friend who sees it receives nothing")
    }

    @Test func `is passed over in pages, however many there are`() throws {
        let world = try world()
        for _ in 1...3 { try world.meet("ana", "ben") }
        try world.meet("ana", "ben", for: "gym")
        for _ in 1...3 { try world.meet("ana", "ben") }
        try world.makeFriends("eve", "ana")
        let page = try world.eve.circlePage(limit: 1)
        #expect(page.posts.map(\.activity) == ["gym"] && !page.more)
        #expect(try world.eve.circlePage(before: page.posts[0].id).posts == [])
        #expect(try world.cleo.circlePage(limit: 50).posts.count == 8)
    }

    @Test func `is refused alike, and takes the same work, as one that is not there`() throws {
        let world = try world()
        try world.makeFriends("eve", "ana")
        let post = try #require(try world.ana.newestPost(of: "ana")).id
        let works = try [post, String(post.reversed())].map { id in
            try world.look(.circleRead(.with { $0.post = id }), by: "eve")
        }
        #expect(works[0] == works[1])
    }

    @Test(.onSQLite) func `is passed over by an index`() throws {
        let world = try world()
        let steps = try world.look(.circleList(CircleList()), by: "cleo").flatMap(world.plan(of:))
        #expect(
            steps.filter { $0.hasPrefix("SCAN") && !$0.contains("CONSTANT") } == ["SCAN f"]
                || steps.filter { $0.hasPrefix("SCAN") }.isEmpty, "\(steps)")
    }

    private static func uses(of post: String) -> [ClientMessage.OneOf_Command] {
        [
            .circleRead(.with { $0.post = post }), .circleComments(.with { $0.post = post }),
            .circleLike(.with { ($0.post, $0.liked) = (post, true) }),
            .circleLike(.with { ($0.post, $0.liked) = (post, false) }),
            .circleSay(.with { ($0.post, $0.text) = (post, "hi") }),
        ]
    }
}

/// Z27, Z29: an open circle receives every kind of change.
@Suite struct `An open circle` {
    /// ana did something with ben; cleo is a friend of both, dora of ben alone.
    private func world() throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")])
        try world.signUp("dora")
        try world.makeFriends("dora", "ben")
        try world.meet("ana", "ben")
        return world
    }

    @Test func `drops an author's name from the other's post when their own is gone`() throws {
        let world = try world()
        let post = try #require(try world.ana.newestPost(of: "ana")).id
        let known = world.dora.circleNews.count
        let own = world.ben.circleNews.count
        try world.ana.removePost(post)
        #expect(world.cleo.circleNews.suffix(2).first?.removed == post)
        let told = try #require(world.cleo.circleNews.last).posted
        #expect(told.author.username == "ben" && !told.hasWith)
        #expect(world.dora.circleNews.count == known, "nothing has changed for dora")
        #expect(world.ben.circleNews.dropFirst(own).map(\.removed) == [post])
        try world.ana.did("coffee", with: "ben")
        #expect(try world.cleo.circle() == ["ben: coffee"])
    }

    @Test func `adds an author's name to the other's post when their own comes later`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")])
        try world.ana.tell(circle: false)
        try world.meet("ana", "ben")
        #expect(world.cleo.circleNews.map(\.posted.hasWith) == [false])
        try world.ana.did("coffee", with: "ben")
        let posted = world.cleo.circleNews.dropFirst().map(\.posted)
        #expect(posted.map(\.author.username) == ["ana", "ben"])
        #expect(posted.map(\.hasWith) == [true, true])
    }

    @Test func `gets all posts that waited, however many`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.crowd(waitsFor: "ana", count: 203)
        for name in ["coffee", "gym"] { try world.ana.set(name, on: true) }
        #expect(try world.count(of: "circle_post") == 0)
        try world.ana.set("coffee", on: false)
        #expect(try world.count(of: "circle_post") == 100)
        try world.pass(.seconds(1))
        #expect(try world.count(of: "circle_post") == 203)
        #expect(try world.count(of: "circle_due") == 0)
    }

    @Test func `gets posts that waited behind a hundred that still wait`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.crowd(waitsFor: "ana", count: 120, activity: "gym", from: 1_000)
        try world.crowd(waitsFor: "ana", count: 3, from: 2_000)
        for name in ["gym", "coffee"] { try world.ana.set(name, on: true) }
        try world.ana.set("coffee", on: false)
        try world.pass(.seconds(1))
        #expect(try world.count(of: "circle_post") == 3)
    }

    @Test func `forgets the waiting posts of a deleted account`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.crowd(waitsFor: "ana", count: 203)
        try world.ana.set("coffee", on: true)
        try world.ana.set("coffee", on: false)
        #expect(try world.count(of: "circle_due") == 1)
        try world.ana.deleteAccount()
        try world.pass(.seconds(30))
        #expect(try world.count(of: "circle_due") == 0)
    }

    @Test func `takes a like back when the friendship has ended, and tells no number`() throws {
        let world = try world()
        let post = try #require(try world.cleo.newestPost(of: "ana")).id
        try world.cleo.like(post)
        try world.ben.like(post)
        try world.cleo.remove("ana")
        expectRefusal(.notFound, "post") { try world.cleo.like(post) }
        let taken = try world.cleo.like(post, false)
        #expect(taken.hasLiked && !taken.liked && taken.likes == 0)
        #expect(try world.ana.readPost(post).likes == 1)
        #expect(world.ana.circleNews.last?.liked.likes == 1)
        expectRefusal(.notFound, "post") { try world.cleo.like(post, false) }
        try world.ana.block("ben")
        #expect(try world.ben.like(post, false).likes == 0)
        #expect(try world.ana.readPost(post).likes == 0)
    }
}

extension World {
    func makeFriends(_ one: String, _ other: String) throws {
        try self[dynamicMember: one].request(other)
        try self[dynamicMember: other].accept(one)
    }

    /// Matches of a user with `count` friends are over, and the post of each waits.
    fileprivate func crowd(
        waitsFor name: String, count: Int64, activity: String = "coffee", from first: Int64 = 1_000
    ) throws {
        let user = self[dynamicMember: name].id
        try daemon { (transaction) throws(Refusal) in
            for i in first..<first + count {
                try transaction.run(
                    """
                    INSERT INTO account
                        (id, username, email, display_name, password_hash, created_ms)
                    VALUES (\(i), \("u\(i)"), \("u\(i)"), 'u', '', 0)
                    """)
                let (low, high) = (min(user.rawValue, i), max(user.rawValue, i))
                try transaction.run(
                    """
                    INSERT INTO bond (low, kind, high, since_ms) VALUES (\(low), 0, \(high), 0)
                    """)
                try transaction.run(
                    """
                    INSERT INTO overlap
                        (id, low, high, activity, began_ms, ended_ms, is_over)
                    VALUES (\(i), \(low), \(high), \(activity), 0, \(transaction.now), 1)
                    """)
                try transaction.run(
                    """
                    INSERT INTO circle_deed
                        (overlap_id, user_id, is_confirmed, body, at_ms, is_waiting)
                    VALUES (\(i), \(user), 0, '', \(transaction.now), 1)
                    """)
            }
        }
    }
}
