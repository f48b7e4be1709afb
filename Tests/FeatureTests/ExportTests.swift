import Friends
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z5: everything that is kept of a person, for that person alone.
@Suite struct `One's own data` {
    @Test func `comes page by page, and is all of it`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.signUp("dora")
        try world.signUp("emil")
        try world.signUp("fred")
        try world.ana.request("dora", "hi")
        try world.emil.request("ana", "hello")
        try world.ana.block("fred")
        try world.ana.set("coffee", on: true)
        try world.ben.set("coffee", on: true)
        try world.ana.select("cleo", for: "gym", false)
        try world.ana.mean(["ben"], others: false, for: "eat")
        try world.ben.mean([], others: false, for: "study")
        try world.ana.tell(invisible: true)
        let records = try world.ana.export()
        #expect(records.first?.account.email == "ana@example.org")
        #expect(records.first?.account.token == "")
        #expect(records.compactMap(\.friendName) == ["ben", "cleo"])
        #expect(records.contains { $0.privacy.invisible })
        #expect(records.contains { $0.askedByMe.user.username == "dora" })
        #expect(records.contains { $0.askedOfMe.message == "hello" })
        #expect(records.contains { $0.blocked.username == "fred" })
        #expect(records.contains { $0.activity.activity == "coffee" && $0.activity.on })
        #expect(records.contains { $0.audience.friends.first?.user.username == "cleo" })
        let closed = records.map(\.audience).filter(\.hasNewcomers)
        #expect(closed.map(\.activity) == ["eat"])
        #expect(closed.allSatisfy { !$0.newcomers && $0.friends.isEmpty })
        #expect(records.contains { $0.match.with.username == "ben" })
    }

    @Test func `holds how far one has read, and which rooms are mute, but not what others said`()
        throws
    {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for text in ["one", "two"] { try world.ben.say(text, to: "ana") }
        try world.ana.read("ben", upTo: 1)
        try world.ana.mute("cleo")
        try world.ana.remove("ben")
        let marks = try world.ana.export().filter { $0.mark != RoomMarked() }.map(\.mark)
        #expect(marks.map(\.room) == ["ana:ben", "ana:cleo"])
        #expect(marks.map(\.seq) == [1, 0])
        #expect(marks.map(\.muted) == [false, true])
        #expect(marks.allSatisfy { !$0.hasUnread })
        #expect(try world.ben.export().allSatisfy { $0.mark == RoomMarked() })
    }

    @Test func `holds what one said to have done, while the other has not`() throws {
        let world = try World(friends: [("ana", "ben")])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        try world.ana.did("coffee", with: "ben", "good talk")
        let confirmed = try world.ana.export().filter { $0.confirmed != CircleConfirm() }
        #expect(confirmed.map(\.confirmed.friend) == ["ben"])
        #expect(confirmed.map(\.confirmed.activity) == ["coffee"])
        #expect(confirmed.map(\.confirmed.text) == ["good talk"])
        #expect(try world.ben.export().allSatisfy { $0.confirmed == CircleConfirm() })
        try world.ben.did("coffee", with: "ana")
        #expect(try world.ana.export().allSatisfy { $0.confirmed == CircleConfirm() })
        #expect(try world.ana.export().contains { $0.post.text == "good talk" })
    }

    @Test func `holds a ban, and why, also when its time is over`() throws {
        let world = try World()
        try world.ban("ana", until: "2999-01-01T00:00:00Z", "spam")
        let bans = try world.ana.export().filter { $0.ban != ExportedBan() }.map(\.ban)
        #expect(bans.map(\.reason) == ["spam"])
        #expect(bans.map(\.until.seconds) == [32_472_144_000])
        #expect(bans.map(\.since) == [world.clock.now.timestamp])
        #expect(try world.ben.export().allSatisfy { $0.ban == ExportedBan() })
    }

    @Test func `holds since when one is here, was last seen, and where one is notified`()
        throws
    {
        let world = try World()
        let made = world.clock.now
        try world.pass(.seconds(60))
        let change = PresenceChange(user: world.ana.id, isOnline: true, at: world.clock.now)
        try world.daemon { (transaction) throws(Refusal) in
            try LastSeen.store([change], in: transaction)
        }
        for device in 1...21 {
            let endpoint = "https://push.example.org/\(device)"
            try world.subscribe("ana", on: "device \(device)", at: endpoint)
            world.clock.advance(by: .milliseconds(1))
        }
        let records = try world.ana.export()
        #expect(records.contains { $0.created == made.timestamp })
        #expect(records.contains { $0.lastSeen == change.at.timestamp })
        let endpoints = records.map(\.subscription).filter { $0 != ExportedSubscription() }
        #expect(endpoints.count == 21)
        #expect(endpoints.first?.device == "device 21")
        #expect(endpoints.last?.endpoint == "https://push.example.org/1")
        #expect(try world.ben.export().allSatisfy { !$0.hasLastSeen && !$0.hasSubscription })
        let places = try world.ana.exportPages().map(\.next).filter {
            $0.hasPrefix("subscriptions:")
        }
        // An id would count what else is stored in its millisecond.
        #expect(places.map(\.count) == ["subscriptions:".count, "subscriptions:".count + 32])
    }

    @Test(arguments: ["😀", "\u{301}", "\u{E01}"])
    func `goes on behind devices of every name`(letter: String) throws {
        let world = try World()
        for number in 100..<160 {
            let name = String(repeating: letter, count: letter == "\u{301}" ? 1 : 60) + "\(number)"
            _ = try world.ana.logIn(on: name)
            world.clock.advance(by: .milliseconds(1))
        }
        let names = try world.ana.export().map(\.device.device).filter { !$0.isEmpty }
        #expect(Set(names).count == names.count && names.count == 61)
    }

    @Test func `has no gap and nothing twice where a page ends`() throws {
        let world = try World()
        let names = (100..<200).map { "friend\($0)" }
        for name in names {
            try world.signUp(name)
            try world.ana.request(name)
            try world[dynamicMember: name].accept("ana")
        }
        #expect(try world.ana.export().compactMap(\.friendName) == names)
        var after = ""
        repeat {
            let page = try world.ana.exportPage(after: after)
            #expect(try (page.jsonUTF8Bytes() as [UInt8]).count < 60_000)
            after = page.next
        } while !after.isEmpty
    }

    @Test(arguments: ["x", "nothing:", ":", "friends", String(repeating: "a", count: 300) + ":"])
    func `is refused from a place that there is not`(after: String) throws {
        let world = try World()
        expectRefusal(.invalidField, "after") { _ = try world.ana.exportPage(after: after) }
    }

    @Test func `from a made-up place within a part is nobody else's`() throws {
        let world = try World(friends: [("ben", "cleo")])
        for part in world.catalog.disclosures.map(\.name) {
            for place in [
                "", "a", "zzz", "1", "-1", "coffee ben", "' OR 1=1 --", "\u{0}", ":::", "1:",
                "-9223372036854775808:0", "9223372036854775807:4294967295", "1:99999999999",
            ] {
                guard let page = try? world.ana.exportPage(after: "\(part):\(place)") else {
                    continue
                }
                let text = try page.jsonString()
                #expect(!text.contains("ben") && !text.contains("cleo"))
            }
        }
    }

    @Test func `does not show whether a request was declined`() throws {
        let traces = try [true, false].map { declines in
            let world = try World()
            try world.ben.request("ana")
            if declines { try world.ana.decline("ben") }
            return try world.ben.export()
        }
        #expect(traces[0] == traces[1])
    }
}

extension World {
    /// Logs in on another device, which is notified from then on.
    fileprivate func subscribe(_ name: String, on device: String, at endpoint: String) throws {
        let user = self[dynamicMember: name].id
        try daemon { (transaction) throws(Refusal) in
            let token: Identifier<Token> = transaction.makeID()
            try transaction.run(
                """
                INSERT INTO token (id, user_id, secret_hash, device, created_ms, expires_ms)
                VALUES (\(token), \(user), \(Array(endpoint.utf8)), \(device), 0, \(Int64.max))
                """)
            try transaction.run(
                """
                INSERT INTO push_subscription (token_id, endpoint, point, secret)
                VALUES (\(token), \(endpoint), \([UInt8](repeating: 4, count: 65)), \([UInt8(1)]))
                """)
        }
    }
}

extension ExportRecord {
    fileprivate var hasLastSeen: Bool { if case .lastSeen? = record { true } else { false } }

    fileprivate var hasSubscription: Bool {
        if case .subscription? = record { true } else { false }
    }

    fileprivate var friendName: String? {
        guard case .friend(let friend)? = record else { return nil }
        return friend.user.username
    }
}
