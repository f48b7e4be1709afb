import Kernel
import SwiftProtobuf
import Testing
import Wire

/// What two sides of a project want of one another ends with a block, and can always be taken back.
@Suite struct `A swipe to the right` {
    private static let resume = Array("%PDF-1.7\n%%EOF\n".utf8)

    private let world: World
    /// ana's.
    private let project: UInt32
    /// Of ben's profile.
    private let ben: UInt32

    /// dora plans a gathering; ana, ben and cleo attend; ben has a resume.
    init() throws {
        world = try World()
        try world.signUp("dora")
        let gathering = try world.dora.host([world.ana, world.ben, world.cleo])
        project = try world.ana.project(at: gathering).number
        ben = try world.ben.teamProfile().number
        try world.putDocument("resume", Self.resume, of: ben, by: "ben")
    }

    /// One of ana and ben blocks the other, and later does not.
    private func part(byOwner isByOwner: Bool) throws {
        let (blocker, blocked) = isByOwner ? (world.ana, world.ben) : (world.ben, world.ana)
        try blocker.block(blocked.name)
        try blocker.unblock(blocked.name)
    }

    /// cleo recruits for the project.
    private func recruit() throws {
        try world.cleo.swipe(project)
        try world.ana.swipe(project, "cleo")
        try grant(.recruiter)
    }

    private func grant(_ role: TeamRole) throws {
        try world.ana.grant(role, to: "cleo", in: project)
    }

    private func isResumeRead(by name: String) throws -> Bool {
        try world.document("resume", of: ben, by: name) != nil
    }

    @Test(arguments: [true, false])
    func `for a project is taken back by a block of its owner, or by the owner`(
        isByOwner: Bool
    ) throws {
        try world.ben.swipe(project)
        #expect(try isResumeRead(by: "ana"))
        try part(byOwner: isByOwner)
        #expect(try !isResumeRead(by: "ana"))
        #expect(try world.ben.swipes() == [])
        expectRefusal(.notFound) { try world.ben.dropSwipe(project) }
        try world.ana.swipe(project, "ben")
        #expect(try world.ana.members(of: project) == ["ana"])
        try world.pass(.seconds(3_600))
        // The block has used up none of the changes.
        let again = try world.ben.swipe(project)
        #expect(again.joined && again.changes == 2)
    }

    @Test(arguments: [true, false])
    func `for a user is taken back by a block between the user and the owner`(
        isByOwner: Bool
    ) throws {
        try world.ana.swipe(project, "ben")
        try part(byOwner: isByOwner)
        #expect(try world.ana.swipes(by: project) == [])
        #expect(try !world.ben.swipe(project).joined)
        #expect(try world.ana.members(of: project) == ["ana"])
    }

    @Test func `stays, in a block, for projects of others, and for a project that was joined`()
        throws
    {
        try recruit()
        try world.ben.swipe(project)
        try world.ben.block("cleo")
        #expect(try world.ben.swipes().map(\.project) == [project])
        #expect(try world.ana.swipe(project, "ben").joined)
        try world.ben.block("ana")
        #expect(try world.ana.members(of: project) == ["ana", "ben", "cleo"])
        #expect(try world.ben.swipes().map(\.joined) == [true])
    }

    @Test(arguments: [true, false])
    func `is taken back of a project that is hidden by now`(isDropped: Bool) throws {
        try recruit()
        try world.ben.swipe(project)
        try world.ben.block("cleo")
        try grant(.owner)
        expectRefusal(.notFound, "number") { _ = try world.ben.project(project) }
        if isDropped {
            try world.ben.dropSwipe(project)
        } else {
            let swipe = try world.ben.swipe(project, right: false)
            #expect(!swipe.approve && swipe.changes == 2 && swipe.project == project)
        }
        expectRefusal(.notFound, "project") { try world.ben.dropSwipe(project) }
        expectRefusal(.notFound, "project") { try world.ben.swipe(project, right: false) }
        try world.ben.unblock("cleo")
        #expect(try !isResumeRead(by: "cleo"))
        #expect(try !world.cleo.swipe(project, "ben").joined)
    }

    @Test func `is changed to the left also when the gathering has ended`() throws {
        try world.ben.swipe(project)
        try world.pass(.seconds(3 * 86_400))
        #expect(try isResumeRead(by: "ana"))
        #expect(try !world.ben.swipe(project, right: false).approve)
        #expect(try !isResumeRead(by: "ana"))
        expectRefusal(.tooLate) { try world.ben.swipe(project) }
    }

    @Test(arguments: [true, false])
    func `is taken back of a user who is hidden by now, or attends no longer`(
        isBlocked: Bool
    ) throws {
        try recruit()
        try world.cleo.swipe(project, "ben")
        if isBlocked {
            try world.ben.block("cleo")
        } else {
            let gathering = try world.ben.ownGatherings().gatherings[0].number
            try world.ben.call(.gatheringLeave(.with { $0.number = gathering }))
        }
        try world.cleo.dropSwipe(project, "ben")
        expectRefusal(.notFound, "username") { try world.cleo.dropSwipe(project, "ben") }
        #expect(try world.cleo.swipes(by: project).map(\.user.username) == ["cleo"])
    }
}
