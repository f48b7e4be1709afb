import Kernel
import Testing
import Wire

/// Reports to administrators, and what these decide.
@Suite struct `A report` {
    @Test func `reaches the administrators with what was said, whatever becomes of it`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ben.say("you fool", to: "ana")
        let seen = world.ben.inbox.count
        try world.ana.report("ben", .harassment, "again", message: 1)
        try world.ana.report("ben", .spam, "twice", message: 1)
        _ = try world.ben.delete(1, with: "ana")
        let open = try #require(try world.cases().first)
        #expect(try world.cases().count == 1 && open.user == "ben" && open.kind == "message")
        let reports = try world.reportCase(open.id).reports
        #expect(reports.map(\.evidence) == ["you fool"] && reports.map(\.text) == ["again"])
        #expect(world.ben.inbox.count == seen + 1)
    }

    @Test func `of what one cannot see is refused like of what is not there`() throws {
        let world = try World(friends: [("ana", "ben"), ("ben", "cleo")])
        try world.ben.say("hi", to: "ana")
        expectRefusal(.notFound, "message") { try world.cleo.report("ben", message: 1) }
        expectRefusal(.notFound, "message") { try world.ben.report("ana", message: 1) }
        expectRefusal(.notFound, "post") { try world.cleo.report("ben", post: "nonsense") }
        expectRefusal(.notFound, "user") { try world.ana.report("nobody") }
        expectRefusal(.oneself, "user") { try world.ana.report("ana") }
        #expect(try world.cases() == [])
    }

    @Test func `is decided once, without an event to the reporter`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ben.say("you fool", to: "ana")
        try world.ana.report("ben", message: 1)
        let id = try #require(try world.cases().first).id
        let (ana, ben) = (world.ana.inbox.count, world.ben.inbox.count)
        let decided = try world.decide(id, "WARN", "stop it")
        #expect(try world.decide(id, "WARN", "stop it") == decided)
        #expect(world.ana.inbox.count == ana && world.ben.inbox.count == ben + 1)
        #expect(throws: Refusal.self) { try world.decide(id, "BAN", "stop it") }
        #expect(try world.cases() == [])
    }

    @Test func `may take a message away from both`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ben.say("you fool", to: "ana")
        try world.ana.report("ben", message: 1)
        let id = try #require(try world.cases().first).id
        _ = try world.decide(id, "HIDE")
        #expect(try world.ana.history(with: "ben").messages.map(\.text) == [""])
        #expect(try world.reportCase(id).reports.map(\.evidence) == ["you fool"])
    }

    @Test func `may suspend, and does not shorten a ban`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ban("ben")
        try world.ana.report("ben")
        let id = try #require(try world.cases().first).id
        #expect(throws: Refusal.self) { try world.decide(id, "HIDE") }
        #expect(throws: Refusal.self) { try world.decide(id, "SUSPEND") }
        _ = try world.decide(id, "SUSPEND", "rest", #","seconds":3600"#)
        #expect(try world.reportCase(id).decision.hasUntil)
    }
}
