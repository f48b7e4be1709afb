import Kernel
import SwiftProtobuf
import Testing
import Wire

/// H18: the rights of each role at a gathering.
@Suite struct `A role at a gathering` {
    private let world: World
    private let gathering: UInt32
    /// dora's.
    private let project: UInt32

    /// ana plans it; ben, cleo and dora attend, and ben may have a role.
    init() throws {
        world = try World()
        for name in ["dora", "emil"] { try world.signUp(name) }
        gathering = try world.ana.host([world.ben, world.cleo, world.dora])
        project = try world.dora.project(at: gathering).number
    }

    /// An attempt that needs a right.
    enum Deed: String, CaseIterable, CustomTestStringConvertible {
        case change, removeAttendee, changeProject, removeMember, removeProject, seePeople
        case makeProject
        case grantRole, takeRole, removePlanner, removeCompany, delete

        var testDescription: String { rawValue }
    }

    private static let ofAttendees: Set<Deed> = [.seePeople, .makeProject]
    private static let ofCoordinators: Set<Deed> = ofAttendees.union([
        .change, .removeAttendee, .changeProject, .removeMember, .removeProject,
    ])

    private func command(_ deed: Deed) -> ClientMessage.OneOf_Command {
        let (number, project) = (gathering, project)
        return switch deed {
        case .change:
            .gatheringUpdate(
                .with { ($0.number, $0.title, $0.place, $0.lat, $0.lon) = (number, "N", "H", 1, 2) }
            )
        case .removeAttendee: .gatheringLeave(.with { ($0.number, $0.username) = (number, "cleo") })
        case .changeProject: .projectUpdate(.with { ($0.number, $0.title) = (project, "P") })
        case .removeMember: .projectLeave(.with { ($0.number, $0.username) = (project, "cleo") })
        case .removeProject: .projectDelete(.with { $0.number = project })
        case .seePeople: .gatheringPeople(.with { $0.number = number })
        case .makeProject: .projectCreate(.with { ($0.gathering, $0.title) = (number, "Mine") })
        case .grantRole:
            .gatheringGrant(
                .with { ($0.number, $0.username, $0.role) = (number, "cleo", .coordinator) })
        case .takeRole:
            .gatheringGrant(
                .with { ($0.number, $0.username, $0.role) = (number, "emil", .attendee) })
        case .removePlanner: .gatheringLeave(.with { ($0.number, $0.username) = (number, "ana") })
        case .removeCompany: .gatheringLeave(.with { ($0.number, $0.username) = (number, "emil") })
        case .delete: .gatheringDelete(.with { $0.number = number })
        }
    }

    @Test(arguments: Deed.allCases)
    func `may do what its row says, and nothing else`(deed: Deed) throws {
        try world.emil.attend(gathering)
        try world.ana.grant(.company, to: "emil", at: gathering, company: "Acme")
        let rows: [(GatheringRole, Set<Deed>)] = [
            (.attendee, Self.ofAttendees), (.company, Self.ofAttendees),
            (.coordinator, Self.ofCoordinators), (.planner, Set(Deed.allCases)),
        ]
        for (role, deeds) in rows {
            let company = role == .company ? "Initech" : ""
            try world.ana.grant(role, to: "ben", at: gathering, company: company)
            if deeds.contains(deed) {
                // The coordinator has removed it already.
                if role == .planner, deed == .removeProject { continue }
                if deed == .removeAttendee { try world.cleo.attend(gathering) }
                if deed == .removeMember { try enter("cleo") }
                try world.ben.call(command(deed))
            } else {
                expectRefusal(.notMember) { try world.ben.call(command(deed)) }
            }
        }
    }

    /// Lets a user join the project. A removed member was swiped to the left, which may be changed
    /// after an hour.
    private func enter(_ name: String) throws {
        try world.pass(.seconds(3_600))
        try world[dynamicMember: name].swipe(project)
        try world.dora.swipe(project, name)
    }

    @Test func `gives nobody a project whose owner they remove from the gathering`() throws {
        try world.ana.grant(.coordinator, to: "ben", at: gathering)
        try enter("ben")
        try enter("cleo")
        try world.ben.call(
            .gatheringLeave(.with { ($0.number, $0.username) = (gathering, "dora") }))
        let members = try world.cleo.project(project).members
        #expect(members.map(\.user.username) == ["ben", "cleo"])
        #expect(members.map(\.role) == [.member, .owner])
        // Nobody is left who could have it.
        try world.ben.call(
            .gatheringLeave(.with { ($0.number, $0.username) = (gathering, "cleo") }))
        expectRefusal(.notFound, "number") { _ = try world.ben.project(project) }
        guard case .projectDeleted? = world.ben.told.last else {
            Issue.record("ben is not told that the project is gone")
            return
        }
    }

    @Test func `of a company has its name, which all who attend see`() throws {
        try world.ana.grant(.company, to: "ben", at: gathering, company: "Acme")
        guard case .gatheringGranted(let granted)? = world.ben.told.last else {
            Issue.record("ben is not told")
            return
        }
        #expect(granted.role == .company && granted.company == "Acme" && granted.by == "ana")
        #expect(try world.ben.gathering(gathering).company == "Acme")
        #expect(try world.cleo.gathering(gathering).company.isEmpty)
        let seen = try world.cleo.attendees(of: gathering).filter { !$0.company.isEmpty }
        #expect(seen.map(\.profile.user.username) == ["ben"])
        #expect(seen.map(\.role) == [.company] && seen.map(\.company) == ["Acme"])
        try world.ana.grant(.company, to: "ben", at: gathering, company: "Initech")
        #expect(try world.ben.gathering(gathering).company == "Initech")
        try world.ana.grant(.coordinator, to: "ben", at: gathering)
        #expect(try world.ben.gathering(gathering).company.isEmpty)
        for audit in world.catalog.audits {
            let breaches = try world.store.snapshot { (snapshot) throws(Refusal) in
                try snapshot.first(audit.breaches)
            }
            #expect(breaches == 0, "\(audit.rule)")
        }
    }

    @Test func `is refused without the name of a company, and with one that is none`() throws {
        expectRefusal(.invalidField, "company") {
            try world.ana.grant(.company, to: "ben", at: gathering)
        }
        let long = String(repeating: "x", count: 101)
        for (role, company) in [
            (GatheringRole.company, long), (.company, "a\nb"), (.planner, "Acme"),
        ] {
            expectRefusal(.invalidField, "company") {
                try world.ana.grant(role, to: "ben", at: gathering, company: company)
            }
        }
        for role in [GatheringRole.notAttending, .UNRECOGNIZED(9)] {
            expectRefusal(.invalidField, "role") {
                try world.ana.grant(role, to: "ben", at: gathering)
            }
        }
        #expect(try world.ben.gathering(gathering).role == .attendee)
    }

    @Test func `leaves one planner, whatever else there is`() throws {
        try world.ana.grant(.coordinator, to: "ben", at: gathering)
        for role in [GatheringRole.attendee, .coordinator, .company] {
            expectRefusal(.conflict) {
                try world.ana.grant(
                    role, to: "ana", at: gathering, company: role == .company ? "Acme" : "")
            }
        }
        expectRefusal(.conflict) {
            try world.ana.call(.gatheringLeave(.with { $0.number = gathering }))
        }
        try world.ben.call(.gatheringLeave(.with { $0.number = gathering }))
        #expect(try world.ben.gathering(gathering).role == .notAttending)
    }

    @Test func `of a coordinator shows projects whose owner a block hides`() throws {
        try world.dora.block("ben")
        expectRefusal(.notFound, "number") { _ = try world.ben.project(project) }
        try world.ana.grant(.coordinator, to: "ben", at: gathering)
        #expect(try world.ben.project(project).title == "Robots")
        #expect(try world.ben.projects(at: gathering).map(\.number) == [project])
    }
}
