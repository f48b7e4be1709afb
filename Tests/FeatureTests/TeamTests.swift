import Kernel
import SwiftProtobuf
import Testing
import Wire

/// H4-H8: swipes from both sides, and the members of a team.
@Suite struct `A team at a gathering` {
    private let world: World
    private let gathering: UInt32
    /// ana's, for three.
    private let project: UInt32

    /// ana plans a gathering and has a project at it; ben, cleo and dora attend.
    init() throws {
        world = try World()
        try world.signUp("dora")
        gathering = try world.ana.host([world.ben, world.cleo, world.dora])
        project = try world.ana.project(at: gathering, capacity: 3).number
    }

    private func audit() throws {
        for audit in world.catalog.audits {
            let breaches = try world.store.snapshot { (snapshot) throws(Refusal) in
                try snapshot.first(audit.breaches)
            }
            #expect(breaches == 0, "\(audit.rule)")
        }
    }

    @Test func `is joined when both sides want it, with an event to all`() throws {
        let first = try world.ben.swipe(project)
        #expect(first.approve && !first.mutual && !first.joined && !first.byProject)
        #expect(world.ana.told.isEmpty && world.ben.told.isEmpty)
        let second = try world.ana.swipe(project, "ben")
        #expect(second.mutual && second.joined && second.byProject)
        #expect(second.user.username == "ben")
        #expect(try world.ben.members(of: project) == ["ana", "ben"])
        for person in [world.ana, world.ben] {
            guard case .teamJoined(let joined)? = person.told.last else {
                Issue.record("\(person.name) is not told")
                continue
            }
            #expect(joined.user.username == "ben" && joined.size == 2)
            #expect(joined.project == project && joined.gathering == gathering)
        }
        #expect(world.cleo.told.isEmpty)
        try audit()
    }

    @Test func `has profiles whose texts are kept byte by byte, in each normal form`() throws {
        for text in ["caf\u{E9}", "cafe\u{301}"] {
            try world.ana.call(.teamProfileSet(.with { $0.text = text }))
            #expect(try Array(world.ana.teamProfile().text.utf8) == Array(text.utf8))
        }
    }

    @Test func `is joined the other way round as well, and once`() throws {
        try world.ana.swipe(project, "ben")
        for _ in 0..<3 { #expect(try world.ben.swipe(project).joined) }
        #expect(try world.ana.swipe(project, "ben").joined)
        #expect(world.ben.told.count == 1)
        #expect(try world.ana.project(project).size == 2)
    }

    @Test func `is not joined by a swipe to the left, from whichever side`() throws {
        try world.ben.swipe(project, right: false)
        let answer = try world.ana.swipe(project, "ben")
        #expect(!answer.mutual && !answer.joined)
        try world.cleo.swipe(project)
        #expect(!(try world.ana.swipe(project, "cleo", right: false)).mutual)
        #expect(try world.ana.members(of: project) == ["ana"])
        #expect(world.ben.told.isEmpty && world.cleo.told.isEmpty)
    }

    @Test func `hears nothing of a swipe that is not answered`() throws {
        try world.ana.swipe(project, "ben")
        #expect(try world.ben.swipes().isEmpty)
        #expect(try world.ben.deck(at: gathering).cards.map(\.project.number) == [project])
        expectRefusal(.notFound) {
            try world.ben.call(.swipeRead(.with { $0.project = project }))
        }
        expectRefusal(.notMember) { _ = try world.ben.swipes(by: project) }
    }

    @Test func `is swiped for by its owner and recruiters alone`() throws {
        for name in ["cleo", "nobody1"] {
            expectRefusal(.notMember) { try world.ben.swipe(project, name) }
        }
        try world.ben.swipe(project)
        try world.ana.swipe(project, "ben")
        expectRefusal(.notMember) { try world.ben.swipe(project, "cleo") }
        let grant = ProjectGrant.with {
            ($0.number, $0.username, $0.role) = (project, "ben", .recruiter)
        }
        expectRefusal(.notMember) { try world.ben.call(.projectGrant(grant)) }
        try world.ana.call(.projectGrant(grant))
        try world.cleo.swipe(project)
        #expect(try world.ben.swipe(project, "cleo").joined)
        expectRefusal(.notFound, "username") { try world.ben.swipe(project, "nobody1") }
    }

    @Test func `that is full keeps a wanted user, and lets them in when a place is free`() throws {
        for person in [world.ben, world.cleo] {
            try person.swipe(project)
            try world.ana.swipe(project, person.name)
        }
        try world.dora.swipe(project)
        expectRefusal(.listFull, "project") { try world.ana.swipe(project, "dora") }
        expectRefusal(.listFull, "project") { try world.dora.swipe(project) }
        for person in [world.ana, world.dora] {
            guard case .teamMatched(let matched)? = person.told.last else {
                Issue.record("\(person.name) is not told")
                continue
            }
            #expect(matched.user.username == "dora")
        }
        let own = try world.dora.swipes()
        #expect(own.map(\.mutual) == [true] && own.map(\.joined) == [false])
        #expect(try world.dora.project(project).size == 3)
        try audit()
        try world.cleo.call(.projectLeave(.with { $0.number = project }))
        #expect(try world.ana.members(of: project) == ["ana", "ben", "dora"])
        #expect(try world.dora.swipes().map(\.joined) == [true])
        try audit()
    }

    @Test func `lets waiting users in when it becomes larger, and never becomes too small`() throws
    {
        let small = try world.ana.project("Small", at: gathering, capacity: 1).number
        for person in [world.ben, world.cleo] {
            try person.swipe(small)
            expectRefusal(.listFull, "project") { try world.ana.swipe(small, person.name) }
            world.clock.advance(by: .seconds(1))
        }
        let update = { (capacity: UInt32) in
            ClientMessage.OneOf_Command.projectUpdate(
                .with { ($0.number, $0.capacity) = (small, capacity) })
        }
        let larger = try world.ana.project(by: update(2))
        #expect(larger.members.map(\.user.username) == ["ana", "ben"])
        expectRefusal(.conflict, "capacity") { try world.ana.call(update(1)) }
        expectRefusal(.invalidField, "capacity") { try world.ana.call(update(51)) }
        try audit()
    }

    @Test func `does not let in a user who has changed their mind meanwhile`() throws {
        let small = try world.ana.project("Small", at: gathering, capacity: 1).number
        try world.ben.swipe(small)
        expectRefusal(.listFull, "project") { try world.ana.swipe(small, "ben") }
        try world.pass(.seconds(3_600))
        try world.ben.swipe(small, right: false)
        try world.ana.call(.projectUpdate(.with { ($0.number, $0.capacity) = (small, 5) }))
        #expect(try world.ana.members(of: small) == ["ana"])
        try audit()
    }

    @Test func `is swiped another way three times, an hour apart`() throws {
        try world.ben.swipe(project, right: false)
        #expect(try world.ben.swipe(project, right: false).changes == 3)
        expectRefusal(.rateLimited) { try world.ben.swipe(project) }
        for round in 1...3 {
            try world.pass(.seconds(3_600))
            #expect(
                try world.ben.swipe(project, right: round % 2 == 1).changes == 3 - UInt32(round))
        }
        // That ben wants it no longer is never too late; that he wants it again, is.
        #expect(try !world.ben.swipe(project, right: false).approve)
        try world.pass(.seconds(3_600))
        expectRefusal(.tooLate) { try world.ben.swipe(project) }
    }

    @Test func `is not wanted any more as soon as that is said, and wanted again after an hour`()
        throws
    {
        try world.ben.swipe(project)
        #expect(try world.ben.swipe(project, right: false).changes == 2)
        try world.ana.swipe(project, "ben")
        #expect(try world.ana.members(of: project) == ["ana"])
        expectRefusal(.rateLimited) { try world.ben.swipe(project) }
        try world.pass(.seconds(3_600))
        #expect(try world.ben.swipe(project).joined)
    }

    @Test func `is back in the deck when the swipe is taken back, which counts`() throws {
        try world.ben.swipe(project, right: false)
        #expect(try world.ben.deck(at: gathering).cards.isEmpty)
        expectRefusal(.rateLimited) {
            try world.ben.call(.swipeDrop(.with { $0.project = project }))
        }
        try world.pass(.seconds(3_600))
        try world.ben.call(.swipeDrop(.with { $0.project = project }))
        #expect(try world.ben.deck(at: gathering).cards.count == 1)
        #expect(try world.ben.swipes().isEmpty)
        try world.pass(.seconds(3_600))
        #expect(try world.ben.swipe(project).changes == 1)
    }

    @Test func `is left, and joined again only if both sides want it anew`() throws {
        try world.ben.swipe(project)
        try world.ana.swipe(project, "ben")
        expectRefusal(.conflict) { try world.ben.swipe(project, right: false) }
        try world.ben.call(.projectLeave(.with { $0.number = project }))
        #expect(try world.ana.members(of: project) == ["ana"])
        guard case .teamLeft(let left)? = world.ana.told.last else {
            Issue.record("ana is not told")
            return
        }
        #expect(left.user.username == "ben" && left.by.isEmpty && left.size == 1)
        try world.pass(.seconds(3_600))
        #expect(!(try world.ben.swipe(project)).joined)
        #expect(try world.ana.swipe(project, "ben").joined)
        try audit()
    }

    @Test func `has another owner when its owner leaves, and ends with its last member`() throws {
        for person in [world.ben, world.cleo] {
            try person.swipe(project)
            try world.ana.swipe(project, person.name)
        }
        try world.ana.grant(.recruiter, to: "cleo", in: project)
        try world.ana.call(.projectLeave(.with { $0.number = project }))
        #expect(try world.cleo.project(project).role == .owner)
        expectRefusal(.notMember) {
            try world.ben.call(
                .projectLeave(.with { ($0.number, $0.username) = (project, "cleo") }))
        }
        try world.cleo.call(
            .projectLeave(.with { ($0.number, $0.username) = (project, "ben") }))
        try audit()
        try world.cleo.call(.projectLeave(.with { $0.number = project }))
        expectRefusal(.notFound, "number") { _ = try world.cleo.project(project) }
        #expect(try world.ana.gathering(gathering).projects == 0)
        try audit()
    }

    @Test func `has one member for each place, however many swipe at once`() throws {
        let big = try world.ana.project("Big", at: gathering, capacity: 5).number
        let names = (0..<500).map { "p\($0)x" }
        for name in names {
            try world.signUp(name)
            try world[dynamicMember: name].attend(gathering)
        }
        var said: [World.Said] = []
        for name in names {
            let own = SwipeSet.with { ($0.project, $0.approve) = (big, true) }
            let others = SwipeSet.with {
                ($0.project, $0.username, $0.approve) = (big, name, true)
            }
            said += [(name, .swipeSet(own)), ("ana", .swipeSet(others))]
        }
        var chance = SystemRandomNumberGenerator()
        let completions = try world.atOnce(said.shuffled(using: &chance))
        #expect(completions.count == 1_000)
        let members = try world.ana.members(of: big)
        #expect(members.count == 5 && Set(members).count == 5 && members.first == "ana")
        #expect(try world.ana.swipes(by: big, mutual: true).count == 50)
        let joined = world.ana.told.filter { if case .teamJoined = $0 { true } else { false } }
        #expect(joined.count == 4)
        try audit()
    }

    @Test func `is found by nobody who is blocked by its owner, or whom a swiper blocks`() throws {
        try world.ana.block("ben")
        #expect(try world.ben.deck(at: gathering).cards.isEmpty)
        expectRefusal(.notFound, "project") { try world.ben.swipe(project) }
        expectRefusal(.notFound, "username") { try world.ana.swipe(project, "ben") }
        let names = try world.ana.deck(of: project).cards.map(\.profile.user.username)
        #expect(names == ["cleo", "dora"])
    }

    @Test func `is over when its gathering is`() throws {
        try world.pass(.seconds(3 * 86_400))
        expectRefusal(.tooLate) { try world.ben.swipe(project) }
        expectRefusal(.tooLate) { try world.ana.project("Late", at: gathering) }
    }

    @Test func `survives the account of its owner, and ends with that of its last member`() throws {
        try world.ben.swipe(project)
        try world.ana.swipe(project, "ben")
        let other = try world.cleo.project("Other", at: gathering).number
        try world.cleo.call(
            .accountDelete(.with { $0.proof.password = Person.password }))
        try world.pass(.seconds(5))
        expectRefusal(.notFound, "number") { _ = try world.ben.project(other) }
        #expect(try world.ben.gathering(gathering).attendees == 3)
        try audit()
        try world.ana.call(
            .gatheringGrant(
                .with { ($0.number, $0.username, $0.role) = (gathering, "dora", .planner) }))
        try world.ana.call(.accountDelete(.with { $0.proof.password = Person.password }))
        try world.pass(.seconds(5))
        #expect(try world.ben.project(project).role == .owner)
        #expect(try world.ben.project(project).members.count == 1)
        try audit()
    }
}
