import Kernel
import SwiftProtobuf
import Wire

/// The REST interface of gatherings and teams, under /hinder/ (H1-H8, H12-H15).
///
/// It has documents of its own (hinder.proto) for the same commands: what they may do, their limits
/// and their events are those of the commands.
enum HinderInterface {
    typealias Command = ClientMessage.OneOf_Command

    static let name = "hinder"

    static func install(in catalog: inout Catalog) {
        installEvents(in: &catalog)
        installAttendance(in: &catalog)
        installUsers(in: &catalog)
        installProjects(in: &catalog)
        installMatches(in: &catalog)
        installSwipes(in: &catalog)
    }

    private static func installEvents(in catalog: inout Catalog) {
        catalog.route(
            of: name, .get, "/events/",
            to: [.gatheringFind(GatheringFind()), .gatheringList(GatheringList())],
            answer: .document("HinderEvent", isList: true), shows: { events($0) }
        ) { (document: HinderEventSearch) in search(document) }
        catalog.route(
            of: name, .post, "/events/", to: [.gatheringCreate(GatheringCreate())],
            answer: .document("HinderEvent", status: .created),
            shows: { event($0, status: .created) }, keeping: HinderDocument.eventNames
        ) { (document: HinderEventCreate, more) in
            .gatheringCreate(GatheringCreate(document, more))
        }
        catalog.route(
            of: name, .get, "/events/{event}/", to: [.gatheringRead(GatheringRead())],
            answer: .document("HinderEvent"), shows: { event($0) }
        ) { (document: HinderEventRead) in
            .gatheringRead(.with { $0.number = document.event })
        }
        catalog.route(
            of: name, .put, "/events/{event}/", to: [.gatheringUpdate(GatheringUpdate())],
            answer: .document("HinderEvent"), shows: { event($0) },
            keeping: HinderDocument.eventNames
        ) { (document: HinderEventChange, more) throws(DecodingFailure) in
            try HinderKey.confirm(document.eventID, document.event, "eventId")
            return .gatheringUpdate(GatheringUpdate(document, more))
        }
        catalog.route(
            of: name, .delete, "/events/{event}/", to: [.gatheringDelete(GatheringDelete())],
            shows: deleted
        ) { (document: HinderEventDelete) in
            .gatheringDelete(
                .with { ($0.number, $0.cid) = (document.event, document.cid) })
        }
    }

    private static func search(_ document: HinderEventSearch) -> Command {
        guard !document.mine else {
            return .gatheringList(.with { $0.after = document.after })
        }
        var command = GatheringFind()
        command.after = document.after
        if document.hasLat { command.lat = document.lat }
        if document.hasLon { command.lon = document.lon }
        if document.hasRadius { command.radius = document.radius }
        if document.hasSouth { command.south = document.south }
        if document.hasWest { command.west = document.west }
        if document.hasNorth { command.north = document.north }
        if document.hasEast { command.east = document.east }
        if document.hasFrom { command.from = document.from }
        if document.hasUntil { command.until = document.until }
        return .gatheringFind(command)
    }

    /// The caller attends an event: `PUT` and `DELETE` of /events/ID/attendance/.
    private static func installAttendance(in catalog: inout Catalog) {
        catalog.route(
            of: name, .put, "/events/{event}/attendance/",
            to: [.gatheringJoin(GatheringJoin())], answer: .document("HinderEvent"),
            shows: { event($0) }
        ) { (document: HinderEventJoin) in
            .gatheringJoin(.with { ($0.number, $0.cid) = (document.event, document.cid) })
        }
        catalog.route(
            of: name, .delete, "/events/{event}/attendance/",
            to: [.gatheringLeave(GatheringLeave())], shows: deleted
        ) { (document: HinderEventLeave) in
            .gatheringLeave(.with { ($0.number, $0.cid) = (document.event, document.cid) })
        }
    }

    private static func installUsers(in catalog: inout Catalog) {
        catalog.route(
            of: name, .get, "/users/",
            to: [.gatheringPeople(GatheringPeople()), .teamProfileRead(TeamProfileRead())],
            answer: .document("HinderUser", isList: true), shows: { users($0) }
        ) { (document: HinderUserSearch) in
            guard document.event > 0 else { return .teamProfileRead(TeamProfileRead()) }
            return .gatheringPeople(
                .with { ($0.number, $0.after) = (document.event, document.after) })
        }
        catalog.route(
            of: name, .post, "/users/", to: [.teamProfileSet(TeamProfileSet())],
            answer: .document("HinderUser", status: .created),
            shows: { user($0, status: .created) }, keeping: HinderDocument.userNames
        ) { (document: HinderUserCreate, more) in
            .teamProfileSet(TeamProfileSet(document, more))
        }
        catalog.route(
            of: name, .get, "/users/{user}/", to: [.teamProfileRead(TeamProfileRead())],
            answer: .document("HinderUser"), shows: { user($0) }
        ) { (document: HinderUserRead) throws(DecodingFailure) in
            try HinderKey.mustBe(document.user, "user")
            return .teamProfileRead(.with { $0.number = document.user })
        }
        catalog.route(
            of: name, .put, "/users/{user}/", to: [.teamProfileSet(TeamProfileSet())],
            answer: .document("HinderUser"), shows: { user($0) },
            keeping: HinderDocument.userNames
        ) { (document: HinderUserChange, more) throws(DecodingFailure) in
            try HinderKey.mustBe(document.user, "user")
            try HinderKey.confirm(document.userID, document.user, "userId")
            return .teamProfileSet(TeamProfileSet(document, more))
        }
        catalog.route(
            of: name, .delete, "/users/{user}/", to: [.teamProfileDelete(TeamProfileDelete())],
            shows: deleted
        ) { (document: HinderUserDelete) throws(DecodingFailure) in
            try HinderKey.mustBe(document.user, "user")
            return .teamProfileDelete(
                .with { ($0.number, $0.cid) = (document.user, document.cid) })
        }
    }

    private static func installProjects(in catalog: inout Catalog) {
        catalog.route(
            of: name, .get, "/projects/", to: [.projectList(ProjectList())],
            answer: .document("HinderProject", isList: true), shows: { projects($0) }
        ) { (document: HinderProjectSearch) in
            .projectList(.with { ($0.gathering, $0.after) = (document.event, document.after) })
        }
        catalog.route(
            of: name, .post, "/projects/", to: [.projectCreate(ProjectCreate())],
            answer: .document("HinderProject", status: .created),
            shows: { project($0, status: .created) }, keeping: HinderDocument.projectNames
        ) { (document: HinderProjectCreate, more) in
            .projectCreate(ProjectCreate(document, more))
        }
        catalog.route(
            of: name, .get, "/projects/{project}/", to: [.projectRead(ProjectRead())],
            answer: .document("HinderProject"), shows: { project($0) }
        ) { (document: HinderProjectRead) in
            .projectRead(.with { $0.number = document.project })
        }
        catalog.route(
            of: name, .put, "/projects/{project}/", to: [.projectUpdate(ProjectUpdate())],
            answer: .document("HinderProject"), shows: { project($0) },
            keeping: HinderDocument.projectNames
        ) { (document: HinderProjectChange, more) throws(DecodingFailure) in
            try HinderKey.confirm(document.projectID, document.project, "projectId")
            return .projectUpdate(ProjectUpdate(document, more))
        }
        catalog.route(
            of: name, .delete, "/projects/{project}/", to: [.projectDelete(ProjectDelete())],
            shows: deleted
        ) { (document: HinderProjectDelete) in
            .projectDelete(.with { ($0.number, $0.cid) = (document.project, document.cid) })
        }
    }
}
