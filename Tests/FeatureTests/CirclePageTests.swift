import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Circle

/// Z28, Z29, Z31: pages of posts and of comments.
@Suite struct `A page of the circle` {
    /// ana and ben did something `count` times: two posts each time.
    private func world(_ count: Int) throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for _ in 1...count { try world.meet("ana", "ben") }
        return world
    }

    @Test func `has ten posts, the newest first, and the next page has what follows`() throws {
        let world = try world(12)
        var seen: [CirclePost] = []
        var sizes: [Int] = []
        var page = try world.ana.circlePage()
        while true {
            seen += page.posts
            sizes.append(page.posts.count)
            guard page.more else { break }
            page = try world.ana.circlePage(before: try #require(page.posts.last).id)
        }
        #expect(sizes == [10, 10, 4])
        #expect(Set(seen.map(\.id)).count == 24)
        #expect(seen.map(\.id) == seen.map(\.id).sorted(by: >))
        #expect(try world.ana.circlePage(limit: 50).posts == seen)
        #expect(try world.cleo.circlePage(limit: 50).posts.count == 12)
    }

    @Test func `goes on behind a post that is gone`() throws {
        let world = try world(6)
        let page = try world.cleo.circlePage(limit: 3)
        let last = try #require(page.posts.last)
        try world.ana.removePost(last.id)
        #expect(try world.cleo.circlePage(before: last.id, limit: 3).posts.count == 3)
    }

    @Test func `is refused for a size or a place that there is not`() throws {
        let world = try World()
        for limit: UInt32 in [0, 51, .max] {
            expectRefusal(.invalidField, "limit") { _ = try world.ana.circlePage(limit: limit) }
        }
        for before in ["x", "00", "+000000000000001", "000000000000000G"] {
            expectRefusal(.invalidField, "before") {
                _ = try world.ana.circlePage(before: before)
            }
        }
        let empty = try world.ana.circlePage()
        #expect(empty.posts == [] && empty.hasMore && !empty.more)
    }

    @Test func `shows the last five comments and how many there are; all come in pages`() throws {
        let world = try world(1)
        let post = try #require(try world.cleo.newestPost(of: "ana"))
        for number in 1...7 { try world.cleo.comment("\(number)", on: post.id) }
        let shown = try world.ana.readPost(post.id)
        #expect(shown.comments.map(\.text) == ["3", "4", "5", "6", "7"])
        #expect(shown.commentCount == 7)
        let newest = try world.ana.comments(on: post.id, limit: 3)
        #expect(newest.comments.map(\.text) == ["5", "6", "7"])
        #expect(newest.more && newest.commentCount == 7)
        let first = try #require(newest.comments.first)
        let older = try world.ana.comments(on: post.id, before: first.id)
        #expect(older.comments.map(\.text) == ["1", "2", "3", "4"])
        #expect(older.hasMore && !older.more)
        for limit: UInt32 in [0, 101] {
            expectRefusal(.invalidField, "limit") {
                _ = try world.ana.comments(on: post.id, limit: limit)
            }
        }
        expectRefusal(.invalidField, "before") {
            _ = try world.ana.comments(on: post.id, before: "1")
        }
    }

    @Test func `is well below what an outbox holds, however long the texts are`() throws {
        let world = try world(10)
        for post in try world.cleo.circlePage(limit: 50).posts {
            for _ in 1...5 {
                try world.cleo.comment(String(repeating: "😀", count: 1_000), on: post.id)
            }
        }
        let page = try world.cleo.circlePage(limit: 50)
        #expect(page.more && page.posts.count < 10)
        #expect(try page.jsonUTF8Data().count < 131_072)
    }

    @Test func `takes posts of many from the newest of each, and asks once for each it takes`()
        throws
    {
        let posts: [User.ID: [Post.ID]] = [1: [90, 50, 10], 2: [80, 79, 78, 77], 3: [5], 4: []]
        var questions = 0
        let heads = posts.map { Head(author: $0.key, post: $0.value.first) }
        let newest = try CircleRules.newest(6, of: heads) { author, post in
            questions += 1
            return posts[author]?.first { $0 < post }
        }
        #expect(newest == [90, 80, 79, 78, 77, 50])
        #expect(questions == 5)
        let two = try CircleRules.newest(2, of: heads) { _, _ in nil }
        #expect(two == [90, 80])
    }
}
