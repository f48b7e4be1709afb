import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Late notifications and replays about users who wait for a place in a project, or have joined it.
@Suite struct `News of a place in a project` {
    private let world: World
    /// ana's, for two, of whom cleo is the second and recruits.
    private let project: UInt32

    /// dora plans a gathering; ana, ben and cleo attend.
    init() throws {
        world = try World()
        try world.signUp("dora")
        let gathering = try world.dora.host([world.ana, world.ben, world.cleo])
        project = try world.ana.project(at: gathering, capacity: 2).number
        try world.cleo.swipe(project)
        try world.ana.swipe(project, "cleo")
        try world.ana.grant(.recruiter, to: "cleo", in: project)
    }

    /// ben waits for a place.
    private func wait() throws {
        try world.ben.swipe(project)
        expectRefusal(.listFull, "project") { try world.ana.swipe(project, "ben") }
    }

    private func leave() throws {
        try world.cleo.call(.projectLeave(.with { $0.number = project }))
    }

    /// Kinds of the notifications that a user would still get.
    private func notices(_ person: Person) throws -> [String] {
        let (id, events) = (person.id, world.catalog.events)
        return try world.store.snapshot { (snapshot) throws(Refusal) in
            var kinds: [String] = []
            for row in try snapshot.all(Inbox.page(of: id, after: 0, limit: 100)) {
                let standing = try events.standing(row.event, for: id, in: snapshot)
                if let news = standing.flatMap({ events.news(of: $0) }) { kinds.append(news.kind) }
            }
            return kinds
        }
    }

    /// Whether each of ana, ben and cleo reads again that ben waits.
    private func replays() -> [Bool] {
        [world.ana, world.ben, world.cleo].map { person in
            person.inbox.contains { if case .teamMatched = $0 { true } else { false } }
        }
    }

    @Test func `says that a user waits, to those who swipe for the project`() throws {
        try wait()
        #expect(try notices(world.ana) == ["team_joined", "team_matched"])
        #expect(try notices(world.cleo) == ["team_joined", "team_matched"])
        #expect(try notices(world.ben) == [])
        #expect(replays() == [true, true, true])
    }

    /// What ends it.
    enum Ending: CaseIterable {
        case dropped, left, droppedByProject, block, blockByOwner, leaves, deletesProfile
        case deletesProject

        func perform(_ world: World, _ project: UInt32) throws {
            switch self {
            case .dropped: try world.ben.dropSwipe(project)
            case .left: try world.ben.swipe(project, right: false)
            case .droppedByProject: try world.cleo.dropSwipe(project, "ben")
            case .block: try world.ben.block("ana")
            case .blockByOwner: try world.ana.block("ben")
            case .leaves:
                let gathering = try world.ben.ownGatherings().gatherings[0].number
                try world.ben.call(.gatheringLeave(.with { $0.number = gathering }))
            case .deletesProfile: try world.ben.call(.teamProfileDelete(TeamProfileDelete()))
            case .deletesProject:
                try world.ana.call(.projectDelete(.with { $0.number = project }))
            }
        }
    }

    @Test(arguments: Ending.allCases)
    func `says nothing of a user who no longer waits`(ending: Ending) throws {
        try wait()
        try ending.perform(world, project)
        for person in [world.ana, world.cleo] {
            #expect(try !notices(person).contains("team_matched"))
        }
        #expect(replays() == [false, false, false])
    }

    @Test func `hides a user from the recruiter who has blocked them, and from no other`() throws {
        try wait()
        try world.cleo.block("ben")
        #expect(try notices(world.ana) == ["team_joined", "team_matched"])
        #expect(try notices(world.cleo) == ["team_joined"])
        #expect(replays() == [true, true, false])
    }

    @Test func `is replayed after the user has joined, and not after they have left`() throws {
        try wait()
        try leave()
        #expect(try world.ana.members(of: project) == ["ana", "ben"])
        #expect(try notices(world.ana) == ["team_joined"])
        #expect(replays() == [true, true, true])
        try world.ben.call(.projectLeave(.with { $0.number = project }))
        #expect(replays() == [false, false, false])
    }

    @Test func `does not reach a member who no longer swipes for the project`() throws {
        try wait()
        try leave()
        #expect(try notices(world.cleo) == [])
    }

    @Test(arguments: [true, false])
    func `says nothing of a new member whom a block hides`(isByOwner: Bool) throws {
        #expect(try notices(world.ana) == ["team_joined"])
        try isByOwner ? world.ana.block("cleo") : world.cleo.block("ana")
        #expect(try notices(world.ana) == [])
    }
}
