import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z5: an account of any size, and any number of accounts, is erased in small steps.
@Suite struct `An erasure` {
    @Test func `sends an event to each of very many requesters, a thousand at once at most`() throws
    {
        let world = try World()
        let (ana, strangers) = (world.ana.id, try world.strangers(3_000))
        try world.daemon { (transaction) throws(Refusal) in
            for stranger in strangers {
                try transaction.run(
                    """
                    INSERT INTO friend_request (sender, receiver, message, at_ms, is_declined)
                    VALUES (\(stranger), \(ana), '', \(transaction.now), 0)
                    """)
                try transaction.run(
                    "INSERT INTO block (blocker, blocked) VALUES (\(stranger), \(ana))")
            }
        }
        try world.ana.deleteAccount()
        #expect(try world.count(of: "inbox") <= 1_000)
        #expect(try world.count(of: "friend_request") >= 2_000)
        for _ in 1...30 { try world.pass(.seconds(1)) }
        #expect(try world.count(of: "friend_request") == 0)
        #expect(try world.count(of: "block") == 0)
        let told = try world.store.snapshot { (snapshot) throws(Refusal) in
            try strangers.map { (stranger) throws(Refusal) in
                try snapshot.all(Inbox.page(of: stranger, after: 0, limit: 10)).count
            }
        }
        #expect(told == Array(repeating: 1, count: strangers.count))
    }

    @Test func `takes no more than five hundred rows of the circle at a time`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.write(posts: 30, each: 100)
        try world.ana.deleteAccount()
        try world.pass(.seconds(9))
        var left = try world.circleCount()
        #expect(left == 30 * 301)
        for _ in 1...40 {
            try world.pass(.seconds(1), turnsMax: 1)
            let next = try world.circleCount()
            #expect(left - next <= 500)
            left = next
        }
        #expect(left == 0)
        #expect(try world.count(of: "circle_removed") == 0)
    }

    @Test func `of an account with many rows does not hold up others`() throws {
        let world = try World()
        let ana = world.ana.id
        try world.daemon { (transaction) throws(Refusal) in
            for number in 1...5_000 {
                try transaction.run(
                    """
                    INSERT INTO command_log (user_id, cid, command, digest, at_ms, reply)
                    VALUES (\(ana), \("k\(number)"), 400, 0, \(transaction.now), \([UInt8]()))
                    """)
            }
        }
        try world.ana.deleteAccount()
        try world.pass(.seconds(1))
        try world.ben.deleteAccount()
        try world.pass(.seconds(10), turnsMax: 1)
        for _ in 1...4 { try world.pass(.seconds(1), turnsMax: 1) }
        #expect(try world.exists(world.ana.id))
        #expect(try !world.exists(world.ben.id))
        for _ in 1...20 { try world.pass(.seconds(1), turnsMax: 1) }
        #expect(try !world.exists(world.ana.id))
    }

    @Test func `of many people with many rooms goes on until nothing is left`() throws {
        let world = try World()
        let strangers = try world.strangers(40)
        try world.daemon { (transaction) throws(Refusal) in
            for (index, one) in strangers.enumerated() {
                for other in strangers[(index + 1)...] {
                    let room: User.ID = transaction.makeID()
                    try transaction.run(
                        "INSERT INTO room (id, low, high) VALUES (\(room), \(one), \(other))")
                }
                try transaction.run(
                    """
                    INSERT INTO erasure (user_id, username, begun_ms, stage)
                    VALUES (\(one), \("stranger\(index)"), \(transaction.now), 0)
                    """)
            }
        }
        #expect(try world.count(of: "room") == 780)
        try world.pass(.seconds(11))
        #expect(try world.count(of: "room") == 0)
        #expect(try world.count(of: "erasure") == 0)
    }

    @Test(arguments: [Duration.seconds(3_599), .seconds(-86_400)])
    func `looks through others' events once an hour, whatever the clock does`(
        later: Duration
    ) throws {
        let world = try World()
        try world.ana.deleteAccount()
        try world.pass(.seconds(11))
        #expect(try world.count(of: "erasure") == 0)
        try world.pass(later + .seconds(-11))
        try world.ben.deleteAccount()
        try world.pass(.seconds(11), turnsMax: 1)
        #expect(try world.count(of: "erasure") == 1)
        try world.pass(.seconds(0))
        #expect(try world.count(of: "erasure") == (later > .zero ? 1 : 0))
        try world.pass(.seconds(1))
        #expect(try world.count(of: "erasure") == 0)
    }

    @Test(.onSQLite) func `that fails does not hold up others, and is tried again`() throws {
        let world = try World()
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run(
                """
                CREATE TRIGGER stays BEFORE DELETE ON account
                WHEN OLD.id = (SELECT min(id) FROM account)
                BEGIN SELECT RAISE(ABORT, 'a fault'); END
                """)
        }
        for name in ["ana", "ben", "cleo"] { try world[dynamicMember: name].deleteAccount() }
        let failureCount = try world.failuresPassing(60)
        #expect(try world.exists(world.ana.id))
        #expect(try !world.exists(world.ben.id))
        #expect(try !world.exists(world.cleo.id))
        #expect((2...10).contains(failureCount))
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run("DROP TRIGGER stays")
        }
        for _ in 1...120 { try world.pass(.seconds(1)) }
        #expect(try !world.exists(world.ana.id))
    }

    @Test func `ends, however fast others make new events`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("zebra", to: "ben")
        try world.ana.deleteAccount()
        try world.pass(.seconds(11))
        for _ in 1...12 {
            try world.daemon { (transaction) throws(Refusal) in
                let first: Identifier<InboxEvent> = transaction.makeID()
                try transaction.run(
                    """
                    WITH RECURSIVE number (n) AS
                        (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2001)
                    INSERT INTO event (id, at_ms, body, reference_count)
                    SELECT \(first) + n, 0, \([UInt8]()), 1 FROM number
                    """)
            }
            try world.pass(.seconds(1), turnsMax: 1)
        }
        #expect(try world.count(of: "erasure") == 0)
    }
}

extension World {
    /// People who never sign in.
    func strangers(_ count: Int) throws -> [User.ID] {
        var ids: [User.ID] = []
        while ids.count < count {
            ids.append(User.ID(rawValue: 1_000_000_000 + Int64(ids.count)))
        }
        let strangers = ids
        try daemon { (transaction) throws(Refusal) in
            for stranger in strangers {
                let name = "stranger\(stranger.rawValue)"
                try transaction.run(
                    """
                    INSERT INTO account
                        (id, username, email, display_name, password_hash, created_ms)
                    VALUES (\(stranger), \(name), \(name), \(name), '', \(transaction.now))
                    """)
            }
        }
        return ids
    }

    fileprivate func exists(_ user: User.ID) throws -> Bool {
        try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(
                Query<Int64>("SELECT id FROM account WHERE id = \(user)") {
                    columns throws(StoreError) in try columns.integer()
                }) != nil
        }
    }

    /// Posts, and what people did about them.
    func circleCount() throws -> Int {
        try ["circle_post", "circle_act", "circle_comment"].reduce(0) {
            $0 + (try count(of: $1))
        }
    }

    /// Lets so many seconds pass in which the daemon's chores may fail.
    fileprivate func failuresPassing(_ seconds: Int) throws -> Int {
        var failureCount = 0
        for _ in 1...seconds {
            clock.advance(by: .seconds(1))
            for chore in catalog.chores {
                do {
                    try daemon { (transaction) throws(Refusal) in
                        _ = try chore.run(transaction)
                    }
                } catch is Refusal {
                    failureCount += 1
                }
            }
        }
        return failureCount
    }
}

extension Person {
    /// Posts with so many comments and likes each.
    fileprivate func write(posts: Int64, each: Int64) throws {
        let (me, strangers) = (id, try world.strangers(Int(each)))
        try world.daemon { (transaction) throws(Refusal) in
            for post in 1...posts {
                try transaction.run(
                    """
                    INSERT INTO circle_post (id, author, activity, body, at_ms)
                    VALUES (\(post), \(me), 'coffee', '', \(transaction.now))
                    """)
                for (number, stranger) in strangers.enumerated() {
                    let comment = post * 1_000 + Int64(number)
                    try transaction.run(
                        """
                        INSERT INTO circle_comment (id, post_id, author, body, at_ms)
                        VALUES (\(comment), \(post), \(stranger), 'x', \(transaction.now))
                        """)
                    try transaction.run(
                        """
                        INSERT INTO circle_act (post_id, kind, actor, count)
                        VALUES (\(post), 0, \(stranger), 1), (\(post), 1, \(stranger), 1)
                        """)
                }
            }
        }
    }
}
