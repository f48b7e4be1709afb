import Kernel
import Reports
import SwiftProtobuf
import Testing
import Wire

/// The records of a report: who can read them, and how long they are kept.
@Suite struct `What is kept of a report` {
    /// ana has reported what ben said, and cleo has reported ben; both cases are open.
    private static func world() throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ben", "cleo")])
        try world.ben.say("you walrus", to: "ana")
        try world.ana.report("ben", .harassment, "a zebra on me", message: 1)
        try world.cleo.report("ben", .spam, "okapi")
        return world
    }

    @Test func `its reporter has, without the words of others`() throws {
        let world = try Self.world()
        let reports = try world.ana.export().map(\.report).filter { $0 != ExportedReport() }
        #expect(reports.map(\.user) == ["ben"] && reports.map(\.text) == ["a zebra on me"])
        #expect(reports.map(\.reason) == [.harassment] && reports.allSatisfy(\.hasAt))
        let all = try world.ana.export().filter { $0.report != ExportedReport() }
        #expect(try all.allSatisfy { try !$0.jsonString().contains("walrus") })
    }

    @Test func `the reported person has what was decided, and not by whom it was asked`() throws {
        let world = try Self.world()
        let before = try world.ben.export()
        #expect(before.allSatisfy { $0.report == .init() && $0.decision == .init() })
        let ids = try world.cases().map(\.id)
        _ = try world.decide(ids[0], "SUSPEND", "rest", #","seconds":60,"note":"a gnu""#)
        _ = try world.decide(ids[1], "DISMISS", "", #","note":"a gnu""#)
        let records = try world.ben.export()
        let decisions = records.map(\.decision).filter { $0 != ExportedDecision() }
        #expect(decisions.map(\.action) == [.suspend] && decisions.map(\.reason) == ["rest"])
        #expect(decisions.allSatisfy { $0.hasUntil && $0.hasAt })
        for record in records where record.decision != ExportedDecision() || before.isEmpty {
            let text = try record.jsonString()
            for word in ["ana", "cleo", "zebra", "okapi", "gnu", "walrus"] {
                #expect(!text.contains(word), "\(word)")
            }
        }
        for other in [world.ana, world.cleo] {
            #expect(try other.export().allSatisfy { $0.decision == ExportedDecision() })
        }
    }

    /// A reporter who is driven away does not take the evidence along.
    @Test func `outlives its reporter: what was said and why, not who and not their words`() throws
    {
        let world = try Self.world()
        let id = try #require(try world.cases().first { $0.kind == "message" }).id
        try world.ana.deleteAccount()
        try world.cleo.deleteAccount()
        try world.pass(.seconds(3_600))
        #expect(try world.count(of: "report") == 0 && world.count(of: "report_left") == 2)
        let kept = try world.reportCase(id)
        #expect(kept.count == 1 && kept.reports.map(\.evidence) == ["you walrus"])
        #expect(kept.reports.map(\.reason) == [.harassment] && kept.reports[0].hasAt)
        #expect(kept.reports.allSatisfy { $0.by.isEmpty && $0.text.isEmpty })
        for word in ["zebra", "okapi"] { #expect(try world.places(of: word) == [], "\(word)") }
        // The message itself went with the room.
        _ = try world.decide(id, "HIDE")
        let inbox = world.ben.inbox.count
        let other = try #require(try world.cases().first)
        _ = try world.decide(other.id, "WARN", "stop it")
        #expect(other.kind == "person" && world.ben.inbox.count == inbox + 1)
    }

    @Test func `goes with the reported account, even when the reporter has left before`() throws {
        let world = try Self.world()
        try world.ana.deleteAccount()
        try world.pass(.seconds(3_600))
        try world.ben.deleteAccount()
        try world.pass(.seconds(3_600))
        for table in ["report", "report_left", "report_case"] {
            #expect(try world.count(of: table) == 0, "\(table)")
        }
        #expect(try world.places(of: "walrus") == [])
    }

    @Test func `goes half a year after the decision, and not before there is one`() throws {
        let world = try Self.world()
        try world.ana.deleteAccount()
        try world.pass(.seconds(3_600))
        let id = try #require(try world.cases().first { $0.kind == "message" }).id
        try world.pass(ReportsFeature.lifetime + .seconds(60))
        #expect(try world.reportCase(id).reports.map(\.evidence) == ["you walrus"])
        _ = try world.decide(id, "DISMISS")
        try world.pass(ReportsFeature.lifetime - .seconds(60))
        #expect(try world.count(of: "report_left") == 1)
        try world.pass(.seconds(180))
        #expect(try world.count(of: "report_left") == 0)
        expectRefusal(.notFound, "id") { _ = try world.reportCase(id) }
    }
}

/// Posts that are reported.
@Suite struct `A post that is reported` {
    private let world: World
    private let post: CirclePost

    init() throws {
        world = try World(friends: [("ana", "ben"), ("ben", "cleo")])
        try world.meet("ana", "ben")
        let id = try #require(try world.ben.newestPost(of: "ben")).id
        post = try world.ben.edit(id, "ana is a walrus")
    }

    @Test func `is a case with what it said then, whatever its author makes of it`() throws {
        try world.ana.report("ben", .hate, "see this", post: post.id)
        _ = try world.ben.edit(post.id, "ana is nice")
        let found = try #require(try world.cases().first)
        #expect(found.kind == "post" && found.user == "ben")
        let evidence = try world.reportCase(found.id).reports.map(\.evidence)
        #expect(evidence == ["Coffee: ana is a walrus"])
    }

    @Test func `is taken from everybody who saw it, as its author could`() throws {
        try world.cleo.report("ben", .hate, post: post.id)
        let id = try #require(try world.cases().first).id
        let bystander = world.ana.inbox.count
        _ = try world.decide(id, "HIDE")
        for person in [world.ana, world.ben, world.cleo] {
            expectRefusal(.notFound, "post") { _ = try person.readPost(post.id) }
            #expect(try !person.circle().contains { $0.hasPrefix("ben:") })
        }
        #expect(world.ana.inbox.count == bystander)
        #expect(try world.reportCase(id).reports.map(\.evidence) == ["Coffee: ana is a walrus"])
    }

    @Test func `is another's, or gone, and there is no case`() throws {
        expectRefusal(.notFound, "post") { try world.ana.report("cleo", post: post.id) }
        try world.ben.removePost(post.id)
        expectRefusal(.notFound, "post") { try world.ana.report("ben", post: post.id) }
        #expect(try world.cases() == [])
    }

    @Test func `may be gone before it is to be hidden`() throws {
        try world.ana.report("ben", post: post.id)
        try world.ben.removePost(post.id)
        let id = try #require(try world.cases().first).id
        #expect(try world.decide(id, "HIDE").decision.action == .hide)
    }
}

/// What the monitoring of the daemon learns of cases.
@Suite struct `The number of cases that wait` {
    @Test func `is reported with each change, and since when the oldest waits`() throws {
        let world = try World(friends: [("ana", "ben"), ("ben", "cleo")])
        try world.ana.report("ben")
        let first = world.clock.now
        #expect(Self.last(in: world) == .casesWait(count: 1, since: first))
        try world.pass(.seconds(5))
        try world.cleo.report("ben")
        try world.ben.report("cleo")
        #expect(Self.last(in: world) == .casesWait(count: 2, since: first))
        let ids = try world.cases().map(\.id)
        _ = try world.decide(ids[0], "DISMISS")
        #expect(Self.last(in: world) == .casesWait(count: 1, since: world.clock.now))
        try world.restart()
        #expect(Self.last(in: world) == .casesWait(count: 1, since: world.clock.now))
        try world.cleo.deleteAccount()
        try world.pass(.seconds(3_600))
        #expect(Self.last(in: world) == .casesWait(count: 0, since: nil))
    }

    private static func last(in world: World) -> Signal? {
        world.signals.last { if case .casesWait = $0 { true } else { false } }
    }
}
