import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z27, Z34, Z39: what each user sees of the circle, looked up and live.
@Suite struct `A post is seen` {
    /// ana did something with ben; cleo is a friend of ana, and dora of ana and ben.
    private func world() throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.signUp("dora")
        for friend in ["ana", "ben"] {
            try world.dora.request(friend)
            try world[dynamicMember: friend].accept("dora")
        }
        try world.signUp("eve")
        return world
    }

    @Test func `by its author's friends, and with whom it was by friends of both`() throws {
        let world = try world()
        try world.meet("ana", "ben")
        #expect(try world.cleo.circle() == ["ana: coffee"])
        #expect(
            try world.dora.circle().sorted() == ["ana: coffee with ben", "ben: coffee with ana"])
        #expect(try world.eve.circle() == [])
        let post = try #require(try world.ana.newestPost(of: "ana")).id
        for command in Self.uses(of: post) {
            let field = if case .circleUnsay = command { "comment" } else { "post" }
            expectRefusal(.notFound, field) { try world.eve.call(command) }
        }
    }

    @Test func `without the other's name, unless the other posts it, too`() throws {
        let world = try world()
        try world.ben.tell(circle: false)
        try world.meet("ana", "ben")
        #expect(try world.dora.circle() == ["ana: coffee"])
        #expect(try world.ana.circle() == ["ana: coffee with ben"])
        #expect(try world.ben.circle() == ["ana: coffee with ben"])
        let bens = try world.ben.did("coffee", with: "ana").post
        #expect(try world.dora.circle().contains("ana: coffee with ben"))
        try world.ben.removePost(bens)
        #expect(try world.dora.circle() == ["ana: coffee"])
    }

    @Test func `by nobody else, the moment that a friendship ends`() throws {
        let world = try world()
        try world.meet("ana", "ben")
        let post = try #require(try world.cleo.newestPost(of: "ana")).id
        try world.cleo.remove("ana")
        #expect(try world.cleo.circle() == [])
        expectRefusal(.notFound, "post") { _ = try world.cleo.readPost(post) }
        try world.ana.block("dora")
        #expect(try world.dora.circle() == ["ben: coffee"])
        let count = world.dora.circleNews.count
        try world.ana.edit(post, "secret")
        #expect(world.dora.circleNews.count == count)
    }

    @Test func `live as it is looked up: nobody receives a name that they may not know`() throws {
        let world = try world()
        try world.meet("ana", "ben")
        let posted = world.cleo.circleNews.map(\.posted)
        #expect(posted.map(\.author.username) == ["ana"])
        #expect(posted.allSatisfy { !$0.hasWith })
        #expect(world.dora.circleNews.map(\.posted.hasWith) == [true, true])
        #expect(world.eve.circleNews == [])
        let post = posted[0].id
        try world.cleo.like(post)
        let said = try world.cleo.comment("hi", on: post)
        try world.ana.unsay(said.comment.id, on: post)
        try world.ana.removePost(post)
        #expect(
            world.dora.circleNews.dropFirst(2).dropLast().map(\.change) == [
                .liked(.with { ($0.post, $0.likes) = (post, 1) }),
                .said(said),
                .unsaid(
                    .with { ($0.post, $0.comment, $0.commentCount) = (post, said.comment.id, 0) }),
                .removed(post),
            ])
        let last = try #require(world.dora.circleNews.last).posted
        #expect(last.author.username == "ben" && !last.hasWith)
    }

    @Test func `without comments and likes of users hidden by a block, both ways`() throws {
        let world = try world()
        try world.meet("ana", "ben")
        let post = try #require(try world.dora.newestPost(of: "ana")).id
        for person in [world.dora, world.cleo, world.ben] {
            try person.like(post)
            try person.comment(person.name, on: post)
        }
        try world.dora.block("cleo")
        for (person, hidden) in [(world.dora, "cleo"), (world.cleo, "dora")] {
            let seen = try person.readPost(post)
            #expect(seen.likes == 2 && seen.commentCount == 2)
            #expect(!seen.comments.map(\.text).contains(hidden))
            #expect(try person.comments(on: post).comments == seen.comments)
        }
        #expect(try world.ben.readPost(post).likes == 3)
        let before = world.dora.circleNews.count
        try world.cleo.comment("again", on: post)
        #expect(world.dora.circleNews.count == before)
        try world.ben.like(post, false)
        #expect(world.dora.circleNews.last?.liked.likes == 1)
        #expect(world.ana.circleNews.last?.liked.likes == 2)
        try world.ana.block("ben")
        #expect(try world.cleo.readPost(post).comments.map(\.text) == ["cleo", "again"])
    }

    @Test func `live with the right number, however much of one person is hidden from another`()
        throws
    {
        let world = try world()
        try world.meet("ana", "ben")
        let post = try #require(try world.dora.newestPost(of: "ana")).id
        try world.dora.block("cleo")
        let (id, cleo) = (try #require(Int64(post, radix: 16)), world.cleo.id)
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
                INSERT INTO circle_comment (id, post_id, author, body, at_ms)
                SELECT i, \(id), \(cleo), 'x', 0 FROM n
                """)
            try transaction.run("INSERT INTO circle_act VALUES (\(id), 1, \(cleo), 6000)")
        }
        try world.ben.comment("hi", on: post)
        let counts = [world.ana, world.ben, world.dora].map {
            $0.circleNews.last?.said.commentCount
        }
        #expect(counts == [6_001, 6_001, 1])
    }

    @Test func `live to the author alone where there are more blocks than are looked at`() throws {
        let world = try world()
        try world.meet("ana", "ben")
        let post = try #require(try world.dora.newestPost(of: "ana")).id
        let (id, ana) = (try #require(Int64(post, radix: 16)), world.ana.id)
        // The numbers 1 to 71 have commented, and each has blocked the numbers 101 to 171.
        try world.daemon { (transaction) throws(Refusal) in
            for (first, last) in [(1, 71), (101, 171)] as [(Int64, Int64)] {
                try transaction.run(
                    """
                    WITH RECURSIVE n (i) AS
                        (SELECT \(first) UNION ALL SELECT i + 1 FROM n WHERE i < \(last))
                    INSERT INTO account
                        (id, username, email, display_name, password_hash, created_ms)
                    SELECT i, 'u' || i, 'u' || i, 'u' || i, '', 0 FROM n
                    """)
            }
            try transaction.run(
                """
                INSERT INTO bond (low, kind, high, since_ms)
                SELECT id, 0, \(ana), 0 FROM account WHERE id < 100
                """)
            try transaction.run(
                """
                INSERT INTO circle_act (post_id, kind, actor, count)
                SELECT \(id), 1, id, 1 FROM account WHERE id < 100
                """)
        }
        for (hiddenCount, isTold) in [(5_000, true), (5_001, false)] {
            try world.daemon { (transaction) throws(Refusal) in
                try transaction.run(
                    """
                    INSERT INTO block (blocker, blocked)
                    SELECT a.id, v.id FROM account a JOIN account v ON v.id BETWEEN 100 AND 999
                    WHERE a.id < 100 ORDER BY a.id, v.id LIMIT \(Int64(hiddenCount))
                    ON CONFLICT DO NOTHING
                    """)
            }
            let people = [world.ana, world.ben, world.dora]
            let before = people.map(\.circleNews.count)
            try world.ben.comment("hi", on: post)
            #expect(
                zip(people, before).map { $0.circleNews.count - $1 }
                    == [1, isTold ? 1 : 0, isTold ? 1 : 0])
        }
    }

    @Test func `or not: it is refused the same, and takes the same work, as one that is not there`()
        throws
    {
        let world = try world()
        try world.meet("ana", "ben")
        let post = try #require(try world.ana.newestPost(of: "ana")).id
        let nowhere = String(post.reversed())
        let works = try [post, nowhere].map { id in
            try world.look(.circleRead(.with { $0.post = id }), by: "eve")
        }
        #expect(works[0] == works[1])
        for (seen, unseen) in zip(Self.uses(of: post), Self.uses(of: nowhere)) {
            let refusals = [seen, unseen].map { command in
                #expect(throws: Refusal.self) { try world.eve.call(command) }
            }
            #expect(refusals[0] == refusals[1])
        }
    }

    /// All that one can do with a post.
    private static func uses(of post: String) -> [ClientMessage.OneOf_Command] {
        [
            .circleRead(.with { $0.post = post }), .circleComments(.with { $0.post = post }),
            .circleLike(.with { ($0.post, $0.liked) = (post, true) }),
            .circleSay(.with { ($0.post, $0.text) = (post, "hi") }),
            .circleEdit(.with { ($0.post, $0.text) = (post, "hi") }),
            .circleRemove(.with { $0.post = post }),
            .circleUnsay(.with { ($0.post, $0.comment) = (post, post) }),
        ]
    }
}
