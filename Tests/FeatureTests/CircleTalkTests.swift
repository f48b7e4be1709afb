import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z30, Z31: likes and comments.
@Suite struct `On the circle` {
    private func world() throws -> (World, post: String) {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.meet("ana", "ben")
        return (world, try #require(try world.cleo.newestPost(of: "ana")).id)
    }

    @Test func `a like is set or cleared, never flipped, and counted once`() throws {
        let (world, post) = try world()
        #expect(try world.cleo.like(post).likes == 1)
        #expect(try world.cleo.like(post).likes == 1)
        #expect(try world.ben.like(post).likes == 2)
        #expect(try world.cleo.readPost(post).liked)
        #expect(try !world.ana.readPost(post).liked)
        let cleared = try world.cleo.like(post, false)
        #expect(cleared.likes == 1 && cleared.hasLiked && !cleared.liked)
        #expect(try world.ben.like(post, false).likes == 0)
        #expect(try world.ana.readPost(post).likes == 0)
        expectRefusal(.invalidField, "liked") {
            try world.cleo.call(.circleLike(.with { $0.post = post }))
        }
    }

    @Test func `a comment goes to the inbox of the post's author, unless it is their own`() throws {
        let (world, post) = try world()
        let said = try world.cleo.comment("well done", on: post)
        #expect(said.comment.from == .named("cleo") && said.commentCount == 1)
        let told = Event.circleCommented(.with { ($0.post, $0.comment) = (post, said.comment) })
        #expect(world.ana.told.last == told)
        let count = world.ana.told.count
        try world.ana.comment("thanks", on: post)
        #expect(world.ana.told.count == count)
        #expect(world.ben.told.last == .matchEnded("coffee", with: "ana"))
    }

    @Test func `a comment is text of 1 to 1,000 characters`() throws {
        let (world, post) = try world()
        for text in ["", " ", String(repeating: "x", count: 1_001), "a\u{7}", "a\u{202E}b"] {
            expectRefusal(.invalidField, "text") { try world.cleo.comment(text, on: post) }
        }
        try world.cleo.comment(String(repeating: "x", count: 1_000), on: post)
    }

    @Test func `a comment goes by its writer, or by the post's author, and by nobody else`() throws
    {
        let (world, post) = try world()
        let mine = try world.cleo.comment("mine", on: post).comment.id
        let other = try world.cleo.comment("other", on: post).comment.id
        let bens = try #require(try world.ben.newestPost(of: "ben")).id
        for (comment, place) in [(mine, post), ("", post), ("x", post), (post, post), (mine, bens)]
        {
            expectRefusal(.notFound, "comment") { try world.ben.unsay(comment, on: place) }
        }
        try world.cleo.unsay(mine, on: post)
        expectRefusal(.notFound, "comment") { try world.cleo.unsay(mine, on: post) }
        try world.ana.unsay(other, on: post)
        #expect(try world.ana.readPost(post).commentCount == 0)
    }

    @Test func `one's own comment goes even when the post is no longer to be seen`() throws {
        let (world, post) = try world()
        let mine = try world.cleo.comment("mine", on: post).comment.id
        try world.cleo.remove("ana")
        expectRefusal(.notFound, "post") { _ = try world.cleo.comments(on: post) }
        #expect(try world.ben.readPost(post).commentCount == 1)
        try world.cleo.unsay(mine, on: post)
        #expect(try world.ben.readPost(post).commentCount == 0)
    }

    @Test func `a person has fifty comments on a post at most, whatever others have`() throws {
        let (world, post) = try world()
        let other = try world.ben.comment("there before", on: post)
        for number in 1...49 { try world.cleo.comment("\(number)", on: post) }
        try world.ben.block("cleo")
        try world.cleo.comment("50", on: post)
        expectRefusal(.listFull, "post") { try world.cleo.comment("one more", on: post) }
        for number in 1...49 { try world.ben.comment("\(number)", on: post) }
        expectRefusal(.listFull, "post") { try world.ben.comment("one more", on: post) }
        try world.ben.unsay(other.comment.id, on: post)
        try world.ben.comment("one more", on: post)
        #expect(try world.ana.readPost(post).commentCount == 100)
        try world.ana.removePost(post)
    }

    @Test func `a user's likes and comments are exported to them, and erased with them`() throws {
        let (world, post) = try world()
        try world.ben.like(post)
        try world.ben.comment("mine", on: post)
        try world.cleo.comment("not mine", on: post)
        #expect(
            try world.disclosed(to: "ben") == [
                "post coffee with ana", "comment mine on \(post)", "liked \(post)",
            ])
        try world.erase("ben")
        #expect(try world.disclosed(to: "ben") == [])
        #expect(try world.cleo.circle() == ["ana: coffee"])
        let left = try world.ana.readPost(post)
        #expect(!left.hasWith && left.likes == 0 && left.comments.map(\.text) == ["not mine"])
    }
}

extension World {
    /// A user's own data of the circle, as the export shows them.
    fileprivate func disclosed(to name: String) throws -> [String] {
        let caller = try #require(callers[name])
        return try catalog.disclosures.filter { $0.name.hasPrefix("circle.") }.flatMap { part in
            let page = try store.snapshot { (snapshot) throws(Refusal) in
                try part.page(caller, "", snapshot).records
            }
            return page.map { record in
                switch record.record {
                case .post(let post): "post \(post.activity) with \(post.with.username)"
                case .comment(let said): "comment \(said.comment.text) on \(said.post)"
                case .liked(let post): "liked \(post)"
                default: "\(record)"
                }
            }
        }
    }

    /// Has every feature erase a user.
    fileprivate func erase(_ name: String) throws {
        let departed = Departed(user: self[dynamicMember: name].id, username: name)
        let erasures = catalog.erasures
        try daemon { (transaction) throws(Refusal) in
            for erase in erasures { while try !erase(departed, transaction) {} }
        }
    }
}
