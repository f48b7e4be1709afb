import Friends
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// What is left of a project when its gathering goes and members go with it.
@Suite struct `A project whose gathering is gone` {
    private let world: World
    private let gathering: UInt32
    /// ben's; cleo has joined each.
    private let projects: [UInt32]

    /// ana plans a gathering with more projects than end in one transaction.
    init() throws {
        world = try World()
        gathering = try world.ana.host([world.ben, world.cleo])
        let (ben, cleo, number) = (world.ben, world.cleo, gathering)
        projects = try (1...10).map { count in
            let project = try ben.project("P\(count)", at: number).number
            try cleo.swipe(project)
            try ben.swipe(project, "cleo")
            return project
        }
    }

    private func deleteTeamProfile(of person: Person) throws {
        let number = try person.teamProfile().number
        try person.call(.teamProfileDelete(.with { $0.number = number }))
    }

    private func checkThatAllIsSwept() throws {
        for _ in 1...2 { try world.pass(.seconds(5)) }
        for table in ["team_project", "team_member", "team_swipe", "gathering", "team_attendance"] {
            #expect(try world.count(of: table) == 0, "\(table)")
        }
    }

    @Test func `is swept, also when a member deletes the profile before that`() throws {
        try world.ana.call(.gatheringDelete(.with { $0.number = gathering }))
        try deleteTeamProfile(of: world.cleo)
        expectRefusal(.notFriends, "to") { try world.cleo.say("still here?", to: "ben") }
        try checkThatAllIsSwept()
        let ended = { (person: Person) in
            Set(
                person.told.compactMap { event -> UInt32? in
                    if case .projectDeleted(let deleted) = event { deleted.number } else { nil }
                })
        }
        #expect(ended(world.ben) == Set(projects) && ended(world.cleo) == Set(projects))
        #expect(try world.count(of: "team_person") == 2)
        #expect(try world.count(of: "room_member") == 0)
    }

    @Test func `is swept, also when its only planner goes and then a member`() throws {
        try world.ana.deleteAccount()
        try deleteTeamProfile(of: world.cleo)
        expectRefusal(.notFriends, "to") { try world.cleo.say("still here?", to: "ben") }
        try checkThatAllIsSwept()
    }
}
