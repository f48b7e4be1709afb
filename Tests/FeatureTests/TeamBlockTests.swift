import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Blocks between the owner of a project and a user who would join it.
@Suite struct `A block at a gathering` {
    private let world: World
    private let gathering: UInt32
    /// ana's, for two.
    private let project: UInt32

    /// dora plans a gathering; ana, ben and cleo attend.
    init() throws {
        world = try World()
        try world.signUp("dora")
        gathering = try world.dora.host([world.ana, world.ben, world.cleo])
        project = try world.ana.project(at: gathering, capacity: 2).number
    }

    private func join(_ name: String) throws {
        try world[dynamicMember: name].swipe(project)
        try world.ana.swipe(project, name)
    }

    private func audit() throws {
        for audit in world.catalog.audits {
            let breaches = try world.store.snapshot { (snapshot) throws(Refusal) in
                try snapshot.first(audit.breaches)
            }
            #expect(breaches == 0, "\(audit.rule)")
        }
    }

    @Test(arguments: [true, false])
    func `does not let a user in who waits for the other's project`(isByOwner: Bool) throws {
        try join("cleo")
        try world.ben.swipe(project)
        expectRefusal(.listFull, "project") { try world.ana.swipe(project, "ben") }
        try isByOwner ? world.ana.block("ben") : world.ben.block("ana")
        try world.cleo.call(.projectLeave(.with { $0.number = project }))
        try world.ana.call(.projectUpdate(.with { ($0.number, $0.capacity) = (project, 5) }))
        #expect(try world.ana.members(of: project) == ["ana"])
        #expect(
            !world.ben.told.contains { if case .teamJoined = $0 { true } else { false } })
        try audit()
    }

    @Test func `keeps a user waiting who waits for the project of a third`() throws {
        try join("cleo")
        try world.ben.swipe(project)
        expectRefusal(.listFull, "project") { try world.ana.swipe(project, "ben") }
        try world.ben.block("dora")
        try world.cleo.call(.projectLeave(.with { $0.number = project }))
        #expect(try world.ana.members(of: project) == ["ana", "ben"])
        try audit()
    }

    @Test(arguments: [true, false])
    func `keeps a recruiter from bringing in a user whom the owner does not see`(isByOwner: Bool)
        throws
    {
        try join("cleo")
        try world.ana.call(.projectUpdate(.with { ($0.number, $0.capacity) = (project, 5) }))
        try world.ana.grant(.recruiter, to: "cleo", in: project)
        try world.ben.swipe(project)
        try isByOwner ? world.ana.block("ben") : world.ben.block("ana")
        expectRefusal(.notFound, "username") { try world.cleo.swipe(project, "ben") }
        #expect(try world.ana.members(of: project) == ["ana", "cleo"])
        let names = try world.cleo.deck(of: project).cards.map(\.profile.user.username)
        #expect(!names.contains("ben"))
        try audit()
    }

    @Test(arguments: [true, false])
    func `hides the projects that one owns from the other, everywhere`(isByOwner: Bool) throws {
        try world.ben.swipe(project, right: false)
        try isByOwner ? world.ana.block("ben") : world.ben.block("ana")
        #expect(try world.ben.projects(at: gathering) == [])
        #expect(try world.ben.swipes() == [])
        let commands: [ClientMessage.OneOf_Command] = [
            .projectRead(.with { $0.number = project }),
            .projectLeave(.with { $0.number = project }),
            .projectDelete(.with { $0.number = project }),
            .projectUpdate(.with { ($0.number, $0.title) = (project, "Mine") }),
        ]
        for command in commands {
            expectRefusal(.notFound, "number") { try world.ben.call(command) }
        }
        expectRefusal(.notFound, "project") { try world.ben.swipe(project) }
        expectRefusal(.notFound, "project") { _ = try world.ben.deck(of: project) }
        #expect(try world.cleo.projects(at: gathering).map(\.number) == [project])
        let swipes = try world.ben.export().map(\.swipe).filter { $0.project > 0 }
        #expect(swipes.map(\.project) == [project])
    }

    @Test func `hides no project from its members, and none from the planners`() throws {
        try join("ben")
        try world.ana.block("ben")
        #expect(try world.ben.members(of: project) == ["ana", "ben"])
        #expect(try world.ben.projects(at: gathering).map(\.number) == [project])
        try world.ana.block("dora")
        #expect(try world.dora.members(of: project) == ["ben"])
        #expect(try world.dora.projects(at: gathering).map(\.number) == [project])
        try world.dora.call(.projectDelete(.with { $0.number = project }))
    }

    @Test func `leaves the other out of the members of a project that is seen`() throws {
        try join("cleo")
        try world.ben.block("cleo")
        let seen = try world.ben.project(project)
        #expect(seen.members.map(\.user.username) == ["ana"] && seen.size == 2)
        #expect(try world.ana.members(of: project) == ["ana", "cleo"])
    }

    @Test func `keeps nothing else out of the deck, however many projects it hides`() throws {
        try world.ben.offerSkills(["web", "design", "data"])
        for number in 1...4 {
            try world.ana.project(
                "Hidden \(number)", at: gathering, wanting: ["web", "design", "data"])
        }
        let best = try world.cleo.project("Best", at: gathering, wanting: ["web", "design"]).number
        let next = try world.dora.project("Next", at: gathering, wanting: ["web"]).number
        let rest = try world.dora.project("Rest", at: gathering).number
        try world.ana.block("ben")
        var (seen, after) = ([UInt32](), "")
        repeat {
            let page = try world.ben.deck(at: gathering, limit: 1, after: after)
            seen += page.cards.map(\.project.number)
            after = page.next
        } while !after.isEmpty
        #expect(seen == [best, next, rest])
    }
}
