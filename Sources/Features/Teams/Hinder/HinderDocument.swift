import SwiftProtobuf
import Wire

/// A document of the interface: its members in order, then those that the schema does not know.
struct HinderDocument {
    /// Members of events that are not kept as free ones; `event` and `cid` are the request's own.
    static let eventNames: Set = [
        "eventId", "name", "description", "location", "lat", "lon", "starts", "ends", "picture",
        "attendees", "projects", "role", "distance", "event", "cid", "event_id",
    ]
    /// Members of projects.
    static let projectNames: Set = [
        "projectId", "eventId", "name", "description", "capacity", "size", "skills", "picture",
        "role", "members", "shared", "project", "cid", "project_id", "event_id",
    ]
    /// Members of users.
    static let userNames: Set = [
        "userId", "username", "name", "skills", "description", "contact", "picture", "shared",
        "user", "cid", "user_id",
    ]

    private var members: [FreeMembers.Member] = []
    private var names: Set<String>

    private init(reserving names: Set<String>) { self.names = names }

    private mutating func add(_ name: String, _ json: String?) {
        guard let json else { return }
        members.append(FreeMembers.Member(name: name, json: json))
    }

    private mutating func add(_ name: String, text: String?) {
        add(name, text.map(JSONText.quoted))
    }

    private mutating func add(_ name: String, texts: [String]) {
        add(name, "[\(texts.map(JSONText.quoted).joined(separator: ","))]")
    }

    /// Free members come last. What was stored over a socket may have a name of the document's own:
    /// it is left out.
    private mutating func add(more: String) {
        let free = (try? FreeMembers(more))?.members ?? []
        members += free.filter { member in !names.contains { $0.isSame(as: member.name) } }
    }

    /// As JSON.
    var json: String { "{\(FreeMembers.joined(members))}" }
}

extension HinderDocument {
    init(_ gathering: Gathering) {
        self.init(reserving: Self.eventNames)
        add("eventId", text: "\(gathering.number)")
        add("name", text: gathering.title)
        add("description", text: gathering.text)
        add("location", text: gathering.place)
        add("lat", gathering.hasLat ? "\(gathering.lat)" : nil)
        add("lon", gathering.hasLon ? "\(gathering.lon)" : nil)
        add("starts", try? gathering.starts.jsonString())
        add("ends", try? gathering.ends.jsonString())
        add("picture", text: gathering.picture.isEmpty ? nil : gathering.picture)
        add("attendees", "\(gathering.attendees)")
        add("projects", "\(gathering.projects)")
        let roles: [GatheringRole: String] = [
            .attendee: "attendee", .planner: "planner", .coordinator: "coordinator",
            .company: "company",
        ]
        add("role", text: roles[gathering.role])
        add("distance", gathering.hasDistance ? "\(gathering.distance)" : nil)
        add(more: gathering.more)
    }

    /// - Parameter shared: skills in common, in a deck.
    init(_ project: Project, shared: UInt32? = nil) {
        self.init(reserving: Self.projectNames)
        add("projectId", text: "\(project.number)")
        add("eventId", text: "\(project.gathering)")
        add("name", text: project.title)
        add("description", text: project.text)
        add("capacity", "\(project.capacity)")
        add("size", "\(project.size)")
        add("skills", texts: project.skills)
        add("picture", text: project.picture.isEmpty ? nil : project.picture)
        let roles: [TeamRole: String] = [
            .member: "member", .recruiter: "recruiter", .owner: "owner",
        ]
        add("role", text: roles[project.role])
        add("members", texts: project.members.map { "\($0.number)" })
        add("shared", shared.map { "\($0)" })
        add(more: project.more)
    }

    /// - Parameter shared: skills in common, in a deck.
    init(_ profile: TeamProfile, shared: UInt32? = nil) {
        self.init(reserving: Self.userNames)
        add("userId", text: "\(profile.number)")
        add("username", text: profile.user.username)
        add("name", text: profile.user.displayName)
        add("skills", texts: profile.skills)
        add("description", text: profile.text)
        add("contact", text: profile.contact.isEmpty ? nil : profile.contact)
        add("picture", text: profile.picture.isEmpty ? profile.user.avatar : profile.picture)
        add("shared", shared.map { "\($0)" })
        add(more: profile.more)
    }

    init(_ swipe: Swipe) {
        self.init(reserving: [])
        add("matchId", text: "\(swipe.profile)&\(swipe.project)")
        add("approve", "\(swipe.approve)")
        add("mutual", "\(swipe.mutual)")
        add("joined", "\(swipe.joined)")
    }
}
