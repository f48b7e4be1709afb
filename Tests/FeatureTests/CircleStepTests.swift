import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z5, Z27, Z31: however much was said about a post, and however many have left.
@Suite struct `What was said about a post` {
    private func world() throws -> (World, post: String) {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.meet("ana", "ben")
        return (world, try #require(try world.cleo.newestPost(of: "ana")).id)
    }

    @Test func `goes in small steps behind the post, which is gone at once`() throws {
        let (world, post) = try world()
        let other = try #require(try world.ana.newestPost(of: "ben")).id
        try world.ana.comment("stays", on: other)
        try world.ana.like(other)
        let mine = try world.cleo.comment("mine", on: post).comment.id
        try world.crowd(talksAbout: post)
        #expect(try world.ana.readPost(post).commentCount == 2_001)
        let before = try world.circleCount()
        try world.ana.removePost(post)
        var left = try world.circleCount()
        #expect(left == before - 1)
        #expect(try world.cleo.circle() == [])
        expectRefusal(.notFound, "post") { _ = try world.cleo.readPost(post) }
        expectRefusal(.notFound, "comment") { try world.cleo.unsay(mine, on: post) }
        for _ in 1...10 {
            try world.pass(.seconds(1), turnsMax: 1)
            let next = try world.circleCount()
            #expect(left - next <= 500)
            left = next
        }
        // A post, a comment, and two numbers.
        #expect(left == 4)
        #expect(try world.count(of: "circle_removed") == 0)
        let kept = try world.ana.readPost(other)
        #expect(kept.liked && kept.comments.map(\.text) == ["stays"])
    }

    @Test func `is counted without those who have left, looked up and live`() throws {
        let (world, post) = try world()
        for person in [world.ben, world.cleo] {
            try person.like(post)
            try person.comment(person.name, on: post)
        }
        try world.cleo.deleteAccount()
        let seen = try world.ben.readPost(post)
        #expect(seen.likes == 1 && seen.commentCount == 1)
        #expect(seen.comments.map(\.text) == ["ben"])
        #expect(try world.ben.comments(on: post).comments == seen.comments)
        try world.ana.like(post)
        #expect([world.ana, world.ben].map { $0.circleNews.last?.liked.likes } == [2, 2])
        try world.ana.comment("ana", on: post)
        #expect([world.ana, world.ben].map { $0.circleNews.last?.said.commentCount } == [2, 2])
    }

    @Test(.onSQLite) func `is shown at a cost that does not grow with those who have left`() throws
    {
        let (world, post) = try world()
        let statements =
            try world.look(.circleList(CircleList()), by: "cleo")
            + world.look(.circleComments(.with { $0.post = post }), by: "cleo")
            + world.work(of: .circleLike(.with { ($0.post, $0.liked) = (post, true) }), by: "cleo")
        let steps = try Set(statements).filter { $0.contains("SELECT") }.flatMap(world.plan(of:))
        let looks = steps.filter { $0.contains("account") }
        #expect(looks.contains("SEARCH account USING INTEGER PRIMARY KEY (rowid=?)"))
        #expect(looks.filter { $0.hasPrefix("SCAN") } == [])
    }
}

extension World {
    /// The numbers 1 to 200 like a post, and each has said ten things about it.
    fileprivate func crowd(talksAbout post: String) throws {
        let id = try #require(Int64(post, radix: 16))
        try daemon { (transaction) throws(Refusal) in
            try transaction.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
                INSERT INTO account (id, username, email, display_name, password_hash, created_ms)
                SELECT i, 'u' || i, 'u' || i, 'u' || i, '', 0 FROM n
                """)
            try transaction.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
                INSERT INTO circle_comment (id, post_id, author, body, at_ms)
                SELECT i + 1, \(id), i / 10 + 1, 'x', 0 FROM n
                """)
            try transaction.run(
                """
                INSERT INTO circle_act (post_id, kind, actor, count)
                SELECT \(id), 0, id, 1 FROM account WHERE id <= 200
                UNION ALL SELECT \(id), 1, id, 10 FROM account WHERE id <= 200
                """)
        }
    }
}
