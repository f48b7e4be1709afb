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

/// How answers read as documents of the interface.
extension HinderInterface {
    /// What the fields of commands are called in documents.
    private static let fields = [
        "title": "name", "text": "description", "place": "location", "gathering": "eventId",
        "profile": "userId", "project": "projectId",
    ]

    static func event(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .gathering(let gathering) = body else { return other(body) }
        return one(HinderDocument(gathering), status)
    }

    static func events(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .gatherings(let page) = body else { return other(body) }
        return list(page.gatherings.map { HinderDocument($0) }, next: page.next)
    }

    static func user(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .teamProfile(let profile) = body else { return other(body) }
        return one(HinderDocument(profile), status)
    }

    /// The attendees of an event; or the caller alone.
    static func users(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        if case .teamProfile(let own) = body { return list([HinderDocument(own)], next: "") }
        guard case .attendees(let page) = body else { return other(body) }
        return list(
            page.attendees.map { HinderDocument($0.profile) },
            next: page.next > 0 ? "\(page.next)" : "")
    }

    static func project(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .project(let project) = body else { return other(body) }
        return one(HinderDocument(project), status)
    }

    static func projects(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .projects(let page) = body else { return other(body) }
        return list(
            page.projects.map { HinderDocument($0) }, next: page.next > 0 ? "\(page.next)" : "")
    }

    static func match(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .swipe(let swipe) = body else { return other(body) }
        return one(HinderDocument(swipe), status)
    }

    static func matches(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .swipes(let page) = body else { return other(body) }
        return list(page.swipes.map { HinderDocument($0) }, next: page.next)
    }

    /// H5: is it mutual?
    static func isMutual(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .swipe(let swipe) = body else { return other(body) }
        var answer = RouteAnswer.json("\(swipe.mutual)\n")
        answer.isOfChange = true
        return answer
    }

    static func deck(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .deck(let page) = body else { return other(body) }
        let documents = page.cards.map { card in
            switch card.card {
            case .profile(let profile): HinderDocument(profile, shared: card.shared)
            case .project(let project): HinderDocument(project, shared: card.shared)
            case nil: HinderDocument(Project(), shared: card.shared)
            }
        }
        return list(documents, next: page.next)
    }

    static let deleted: RouteAnswer.Maker = { body in
        if case .error = body { other(body) } else { .nothing }
    }

    private static func one(
        _ document: HinderDocument, _ status: RouteAnswer.Status?
    ) -> RouteAnswer { .json(document.json + "\n", status: status) }

    private static func list(_ documents: [HinderDocument], next: String) -> RouteAnswer {
        var answer = RouteAnswer.json("[\(documents.map(\.json).joined(separator: ","))]\n")
        if !next.isEmpty { answer.next = RouteAnswer.query("after", next) }
        return answer
    }

    /// A refusal, which names the field of the document.
    private static func other(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .error(var error) = body else { return .asMessage(body) }
        let field = error.field.split(separator: ".").last.map(String.init) ?? ""
        error.field = fields[field] ?? field
        return .message(.error(error), status: nil)
    }
}
