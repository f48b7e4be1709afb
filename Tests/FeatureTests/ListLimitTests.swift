import Friends
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Lists that are answered whole are bounded when they grow.
@Suite struct `A list` {
    private static func limits(_ change: (inout FriendLimits) -> Void) -> FriendLimits {
        var limits = FriendLimits()
        change(&limits)
        return limits
    }

    @Test func `of friends is full for either side, whichever begins`() throws {
        let world = try World(
            friends: [("ana", "ben")], limits: Self.limits { $0.friends = 1 })
        expectRefusal(.listFull, "to") { try world.ana.request("cleo") }
        try world.cleo.request("ana")
        expectRefusal(.listFull, "from") { try world.ana.accept("cleo") }
        expectRefusal(.listFull, "to") { try world.ana.request("cleo") }
        try world.ana.remove("ben")
        try world.ben.request("cleo")
        try world.ana.accept("cleo")
        expectRefusal(.listFull, "from") { try world.cleo.accept("ben") }
        try world.ben.withdraw("cleo")
        try world.cleo.remove("ana")
        try world.ana.request("ben")
        try world.cleo.request("ana")
        try world.ben.accept("ana")
        #expect(try world.ana.friendNames() == ["ben"])
    }

    @Test func `of requests is full, whether they were declined or not`() throws {
        let world = try World(limits: Self.limits { $0.requests = 1 })
        try world.ana.request("ben")
        try world.ben.decline("ana")
        try world.ana.request("ben")
        expectRefusal(.listFull, "to") { try world.ana.request("cleo") }
        try world.ana.withdraw("ben")
        try world.ana.request("cleo")
    }

    @Test func `of others' requests shows the oldest, and the next when one is answered`() throws {
        let world = try World(limits: Self.limits { $0.requests = 1 })
        try world.cleo.request("ana")
        try world.pass(.seconds(1))
        try world.ben.request("ana")
        #expect(try world.ana.mailbox().incoming.map(\.user.username) == ["cleo"])
        try world.ana.decline("cleo")
        #expect(try world.ana.mailbox().incoming.map(\.user.username) == ["ben"])
    }

    @Test func `of blocked people is full`() throws {
        let world = try World(limits: Self.limits { $0.blocks = 1 })
        try world.ana.block("ben")
        expectRefusal(.listFull, "user") { try world.ana.block("cleo") }
        #expect(try world.ana.lookUp("cleo").relation == .stranger)
    }

    @Test func `of blocked people has room for users who can reach one`() throws {
        let world = try World(friends: [("ana", "ben")], limits: Self.limits { $0.blocks = 1 })
        for name in ["dora", "emil"] { try world.signUp(name) }
        try world.ana.block("emil")
        try world.dora.request("ana")
        for name in ["ben", "dora", "ben"] { try world.ana.block(name) }
        #expect(try world.ana.blocked() == ["ben", "dora", "emil"])
        expectRefusal(.listFull, "user") { try world.ana.block("cleo") }
    }

    @Test func `of rooms shows the beginning of a long message`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say(String(repeating: "ü", count: 200), to: "ben")
        #expect(try world.ben.rooms().rooms.first?.newest.text.unicodeScalars.count == 200)
        try world.ana.say(String(repeating: "ü", count: 4000), to: "ben")
        let text = try #require(try world.ben.rooms().rooms.first?.newest.text)
        #expect(text == String(repeating: "ü", count: 199) + "…")
        #expect(try world.ben.history(with: "ana").messages.last?.text.count == 4000)
    }

    @Test func `of matches forgets what ended 30 days ago`() throws {
        let world = try World(friends: [("ana", "ben")])
        for name in ["ana", "ben"] { try world[dynamicMember: name].set("gym", on: true) }
        try world.pass(.seconds(7_200))
        try world.pass(.seconds(31))
        try world.pass(.seconds(29 * 86_400))
        #expect(try world.ana.matches(past: true) == ["gym with ben"])
        #expect(try world.matchesKept() == 1)
        try world.pass(.seconds(86_400))
        #expect(try world.matchesKept() == 0)
    }

    @Test func `of matches shows 500`() throws {
        let world = try World(friends: [("ana", "ben")])
        for name in ["ana", "ben"] { try world[dynamicMember: name].set("gym", on: true) }
        try world.ben.set("gym", on: false)
        try world.pass(.seconds(31))
        try world.store.write([
            WriteJob { (transaction) throws(Refusal) in
                try transaction.run(
                    """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
                    INSERT INTO overlap
                        (id, low, high, activity, began_ms, ended_ms, is_over)
                    SELECT i, low, high, activity, began_ms - i, ended_ms, 1
                    FROM activity_match, n
                    """)
            }
        ])
        try world.results.nextDone()
        let listed = try world.ana.matchEntries(past: true)
        #expect(listed.count == 500)
        #expect(listed == listed.sorted { $0.since.unixMilliseconds > $1.since.unixMilliseconds })
    }
}

extension World {
    fileprivate func matchesKept() throws -> Int64? {
        try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(
                Query("SELECT count(*) FROM activity_match") { columns throws(StoreError) in
                    try columns.integer()
                })
        }
    }
}
