import ArgumentParser
import SwiftProtobuf
import Wire

/// Events that the user attends, and the user's profile there.
struct EventCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "event", abstract: "Find events, attend them, and say what you can do.",
        discussion: """
            An event has a number. `find` lists what is ahead, with --lat and --lon what is near. \
            `me` shows your profile for teams, or sets what teams look for: `skills` lists the \
            skills there are. `project`, `deck` and `swipe` are about teams at an event.

            Examples:
              upfor event find --lat 52.52 --lon 13.4 --radius 30
              upfor event join 7
              upfor event me --skill web --skill design --contact ana@example.org
              upfor event
              upfor event people 7
              upfor event make --title "Hack Day" --starts "2026-11-27 18:30" \
            --ends "2026-11-29 12:00" --place "Hall 2"
              upfor event plan 7 ben
              upfor event grant 7 cleo --role company --company Acme
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list, find, show, join, leave, people, make, delete, plan, grant, me, skills
    }

    /// The role of a user at an event.
    enum Role: String, ExpressibleByArgument, CaseIterable {
        case attendee, company, coordinator, planner

        var onTheWire: GatheringRole {
            switch self {
            case .attendee: .attendee
            case .company: .company
            case .coordinator: .coordinator
            case .planner: .planner
            }
        }
    }

    @Argument(
        help: "list, find, show, join, leave, people, make, delete, plan, grant, me or skills.")
    var action = Action.list

    @Argument(help: "The number of an event.")
    var number: UInt32?

    @Argument(help: "A username, with `plan`, `grant`, `leave` and `me`.")
    var name = ""

    @Option(help: "The title, with `make`; at most 100 characters.")
    var title: String?

    @Option(help: "When it starts.")
    var starts: String?

    @Option(help: "When it ends.")
    var ends: String?

    @Option(help: "Where, in words.")
    var place: String?

    @Option(help: "Degrees north, with `make` and `find`.")
    var lat: Double?

    @Option(help: "Degrees east.")
    var lon: Double?

    @Option(help: "Kilometres around, with `find`.")
    var radius: Double?

    @Option(help: "A skill of yours, with `me`; more of them replace all.")
    var skill: [String] = []

    @Option(help: "How teammates reach you, with `me`.")
    var contact: String?

    @Option(help: "What others read: about you with `me`, about the event with `make`.")
    var text: String?

    @Flag(inversion: .prefixedNo, help: "Let projects find you, with `me`.")
    var open: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Let companies at your events read your resume and transcript, with `me`.")
    var companies: Bool?

    @Option(help: "attendee, company, coordinator or planner, with `grant`.")
    var role: Role?

    @Option(help: "For which company the user attends, with `grant --role company`.")
    var company = ""

    @Option(help: "The next page, as `more` said.")
    var after: String = ""

    @OptionGroup var options: Options

    private static let numbered: [Action] = [.show, .join, .leave, .people, .delete, .plan, .grant]

    func validate() throws {
        guard !Self.numbered.contains(action) || number != nil else {
            throw ValidationError("which? `\(action.rawValue) NUMBER`")
        }
        guard action != .plan || !name.isEmpty else {
            throw ValidationError("who? `plan NUMBER NAME`")
        }
        guard action != .grant || (!name.isEmpty && role != nil) else {
            throw ValidationError("who, and what? `grant NUMBER NAME --role ROLE`")
        }
        guard action == .grant || role == nil else {
            throw ValidationError("--role goes with `grant`")
        }
        guard (role == .company) == !company.isEmpty else {
            throw ValidationError("--company goes with `grant --role company`")
        }
        guard action != .make || (title != nil && starts != nil && ends != nil) else {
            throw ValidationError("`make` takes --title, --starts and --ends")
        }
        guard (lat == nil) == (lon == nil) else {
            throw ValidationError("--lat and --lon go together")
        }
        guard
            action == .me
                || (skill.isEmpty && contact == nil && open == nil && companies == nil)
        else {
            throw ValidationError("what your profile says is set by `me`")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        let number = number ?? 0
        switch action {
        case .list: try await session.show(.gatheringList(.with { $0.after = after }))
        case .find: try await session.show(.gatheringFind(search))
        case .show: try await session.show(.gatheringRead(.with { $0.number = number }))
        case .join: try await session.show(.gatheringJoin(.with { $0.number = number }))
        case .people:
            try await session.show(
                .gatheringPeople(.with { ($0.number, $0.after) = (number, UInt32(after) ?? 0) }))
        case .make: try await session.show(.gatheringCreate(try creation(in: session)))
        case .plan:
            try await session.show(
                .gatheringGrant(
                    .with { ($0.number, $0.username, $0.role) = (number, name, .planner) }))
        case .grant:
            try await session.show(
                .gatheringGrant(
                    .with {
                        ($0.number, $0.username) = (number, name)
                        ($0.role, $0.company) = (role?.onTheWire ?? .attendee, company)
                    }))
        case .leave:
            try await session.tell(
                .gatheringLeave(.with { ($0.number, $0.username) = (number, name) }),
                name.isEmpty ? "you do not attend it any more" : "\(name) does not attend it")
        case .delete:
            try await session.tell(
                .gatheringDelete(.with { $0.number = number }), "the event is deleted")
        case .me: try await session.show(profile)
        case .skills: try await session.show(.skillList(SkillList()))
        }
    }

    private var search: GatheringFind {
        .with {
            if let lat { $0.lat = lat }
            if let lon { $0.lon = lon }
            if let radius { $0.radius = radius }
            $0.after = after
        }
    }

    private func creation(in session: Session) throws(Failure) -> GatheringCreate {
        let times = session.output.wording?.times ?? .system
        var creation = GatheringCreate()
        (creation.title, creation.place) = (title ?? "", place ?? "")
        creation.text = text ?? ""
        if let starts { creation.starts = try TypedTime(starts, at: times).timestamp }
        if let ends { creation.ends = try TypedTime(ends, at: times).timestamp }
        if let lat { creation.lat = lat }
        if let lon { creation.lon = lon }
        return creation
    }

    private var profile: ClientMessage.OneOf_Command {
        var change = TeamProfileSet()
        if !skill.isEmpty { change.skills = .with { $0.skills = skill } }
        if let contact { change.contact = contact }
        if let text { change.text = text }
        if let open { change.open = open }
        if let companies { change.openToCompanies = companies }
        return change == TeamProfileSet()
            ? .teamProfileRead(.with { $0.username = name }) : .teamProfileSet(change)
    }
}
