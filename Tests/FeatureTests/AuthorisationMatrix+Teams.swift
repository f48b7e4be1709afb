import Kernel
import SwiftProtobuf
import Wire

extension [ClientMessage.OneOf_Command] {
    /// One of each command that says something of oneself or one's own gathering alone.
    static func ownTeams() -> [ClientMessage.OneOf_Command] {
        [
            .teamProfileSet(.with { ($0.text, $0.contact, $0.more) = ("hi", "a", "") }),
            .gatheringCreate(
                .with {
                    ($0.title, $0.text, $0.place, $0.more) = ("Hack Day", "", "here", "")
                    $0.starts = SettableClock.start.advanced(by: .seconds(600)).timestamp
                    $0.ends = SettableClock.start.advanced(by: .seconds(1_200)).timestamp
                }),
        ]
    }

    /// One of each command about gatherings and teams. Nobody in this world attends one;
    /// `TeamTests` have attendees.
    static func teams(_ other: String) -> [ClientMessage.OneOf_Command] {
        gatherings(other) + [
            .teamProfileRead(.with { $0.username = other }),
            .teamProfileDelete(.with { $0.number = 7 }), .skillList(SkillList()),
            .teamDocumentList(.with { $0.username = other }),
            .projectCreate(.with { ($0.gathering, $0.title) = (7, "Robots") }),
            .projectUpdate(.with { ($0.number, $0.title, $0.text, $0.more) = (7, "R", "", "") }),
            .projectDelete(.with { $0.number = 7 }), .projectRead(.with { $0.number = 7 }),
            .projectList(ProjectList()),
            .projectLeave(.with { ($0.number, $0.username) = (7, other) }),
            .projectGrant(.with { ($0.number, $0.username, $0.role) = (7, other, .member) }),
            .swipeSet(.with { ($0.project, $0.username, $0.approve) = (7, other, true) }),
            .swipeRead(.with { ($0.project, $0.username) = (7, other) }),
            .swipeList(SwipeList()),
            .swipeDrop(.with { ($0.project, $0.username) = (7, other) }),
            .deckRead(.with { $0.project = 7 }),
        ]
    }

    private static func gatherings(_ other: String) -> [ClientMessage.OneOf_Command] {
        [
            .gatheringUpdate(
                .with {
                    ($0.number, $0.title, $0.text) = (7, "Hack Day", "")
                    ($0.place, $0.more) = ("here", "")
                }),
            .gatheringDelete(.with { $0.number = 7 }), .gatheringRead(.with { $0.number = 7 }),
            .gatheringFind(GatheringFind()), .gatheringList(GatheringList()),
            .gatheringJoin(.with { $0.number = 7 }),
            .gatheringLeave(.with { ($0.number, $0.username) = (7, other) }),
            .gatheringGrant(
                .with { ($0.number, $0.username, $0.role) = (7, other, .planner) }),
            .gatheringPeople(.with { $0.number = 7 }),
        ]
    }
}
