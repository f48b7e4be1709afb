import Kernel
import SwiftProtobuf
import Wire

extension `A command that is sent again` {
    static let rows =
        friendRows + partnerRows + groupRows + invitationRows + passkeyRows + placeRows
        + gatheringRows + teamRows + wordRows

    /// What planners do; ana plans a gathering, which ben attends.
    static let gatheringRows: [Row] = [
        Row(
            testDescription: "gatheringCreate",
            command: { cid in .gatheringCreate(.making("here", cid)) },
            other: { cid in .gatheringCreate(.making("there", cid)) }),
        Row(
            testDescription: "gatheringUpdate", before: { try $0.makeGathering() },
            command: { cid in
                .gatheringUpdate(
                    .with { ($0.number, $0.title, $0.cid) = (World.gathering, "A", cid) })
            },
            other: { cid in
                .gatheringUpdate(
                    .with { ($0.number, $0.title, $0.cid) = (World.gathering, "B", cid) })
            }),
        Row(
            testDescription: "gatheringDelete", before: { try $0.makeGathering() },
            command: { cid in
                .gatheringDelete(.with { ($0.number, $0.cid) = (World.gathering, cid) })
            },
            other: { cid in .gatheringDelete(.with { ($0.number, $0.cid) = (2, cid) }) }),
        Row(
            testDescription: "gatheringJoin", before: { try $0.ben.gather() },
            command: { cid in
                .gatheringJoin(.with { ($0.number, $0.cid) = (World.gatheringOfBen, cid) })
            },
            other: { cid in .gatheringJoin(.with { ($0.number, $0.cid) = (World.gathering, cid) }) }
        ),
        Row(
            testDescription: "gatheringLeave", before: { try $0.makeGathering() },
            command: { cid in
                .gatheringLeave(
                    .with { ($0.number, $0.username, $0.cid) = (World.gathering, "ben", cid) })
            },
            other: { cid in .gatheringLeave(.with { ($0.number, $0.cid) = (World.gathering, cid) })
            }),
        Row(
            testDescription: "gatheringGrant", before: { try $0.makeGathering() },
            command: { cid in .gatheringGrant(.granting(.planner, cid)) },
            other: { cid in .gatheringGrant(.granting(.attendee, cid)) }),
        Row(
            testDescription: "teamProfileSet",
            command: { cid in .teamProfileSet(.with { ($0.text, $0.cid) = ("hi", cid) }) },
            other: { cid in .teamProfileSet(.with { ($0.text, $0.cid) = ("ho", cid) }) }),
        Row(
            testDescription: "teamProfileDelete", before: { try $0.ana.offerSkills(["web"]) },
            command: { cid in .teamProfileDelete(.with { $0.cid = cid }) },
            other: { cid in
                .teamProfileDelete(.with { ($0.number, $0.cid) = (.drawn(by: "ana"), cid) })
            }),
    ]

    /// What teams do; ana has a project, of which ben is a member.
    static let teamRows: [Row] = [
        Row(
            testDescription: "projectCreate", before: { try $0.makeGathering() },
            command: { cid in
                .projectCreate(
                    .with { ($0.gathering, $0.title, $0.cid) = (World.gathering, "A", cid) })
            },
            other: { cid in
                .projectCreate(
                    .with { ($0.gathering, $0.title, $0.cid) = (World.gathering, "B", cid) })
            }),
        Row(
            testDescription: "projectUpdate", before: { try $0.makeTeam() },
            command: { cid in
                .projectUpdate(.with { ($0.number, $0.title, $0.cid) = (World.project, "A", cid) })
            },
            other: { cid in
                .projectUpdate(.with { ($0.number, $0.title, $0.cid) = (World.project, "B", cid) })
            }),
        Row(
            testDescription: "projectDelete", before: { try $0.makeTeam() },
            command: { cid in .projectDelete(.with { ($0.number, $0.cid) = (World.project, cid) })
            },
            other: { cid in .projectDelete(.with { ($0.number, $0.cid) = (2, cid) }) }),
        Row(
            testDescription: "projectLeave", before: { try $0.makeTeam() },
            command: { cid in
                .projectLeave(
                    .with { ($0.number, $0.username, $0.cid) = (World.project, "ben", cid) })
            },
            other: { cid in .projectLeave(.with { ($0.number, $0.cid) = (World.project, cid) }) }),
        Row(
            testDescription: "projectGrant", before: { try $0.makeTeam() },
            command: { cid in .projectGrant(.granting(.recruiter, cid)) },
            other: { cid in .projectGrant(.granting(.owner, cid)) }),
        Row(
            testDescription: "swipeDrop",
            before: { world in
                try world.makeGathering()
                try world.ben.project(at: World.gathering)
                try world.ana.swipe(World.projectOfBen)
                try world.pass(.seconds(3_600))
            },
            command: { cid in .swipeDrop(.with { ($0.project, $0.cid) = (World.projectOfBen, cid) })
            },
            other: { cid in .swipeDrop(.with { ($0.project, $0.cid) = (2, cid) }) }),
    ]
}

extension World {
    /// Ana's profile is drawn first, then a gathering, then a project.
    fileprivate static let gathering = UInt32.drawn(2, by: "ana")
    fileprivate static let project = UInt32.drawn(3, by: "ana")
    fileprivate static let gatheringOfBen = UInt32.drawn(2, by: "ben")
    fileprivate static let projectOfBen = UInt32.drawn(2, by: "ben")

    fileprivate func makeGathering() throws {
        try self.ana.gather()
        try self.ben.attend(Self.gathering)
    }

    fileprivate func makeTeam() throws {
        try makeGathering()
        try self.ana.project(at: Self.gathering)
        try self.ben.swipe(Self.project)
        try self.ana.swipe(Self.project, "ben")
    }
}

extension GatheringCreate {
    fileprivate static func making(_ place: String, _ cid: String) -> Self {
        .with {
            ($0.title, $0.place, $0.cid) = ("Hack Day", place, cid)
            $0.starts = SettableClock.start.advanced(by: .seconds(86_400)).timestamp
            $0.ends = SettableClock.start.advanced(by: .seconds(2 * 86_400)).timestamp
        }
    }
}

extension GatheringGrant {
    fileprivate static func granting(_ role: GatheringRole, _ cid: String) -> Self {
        .with { ($0.number, $0.username, $0.role, $0.cid) = (World.gathering, "ben", role, cid) }
    }
}

extension ProjectGrant {
    fileprivate static func granting(_ role: TeamRole, _ cid: String) -> Self {
        .with { ($0.number, $0.username, $0.role, $0.cid) = (World.project, "ben", role, cid) }
    }
}
