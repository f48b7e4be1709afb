import ArgumentParser
import SwiftProtobuf
import Wire

/// Projects at events, and their members.
struct ProjectCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "project", abstract: "Make projects at an event, and run their teams.",
        discussion: """
            A project has a number. Its owner changes it, and swipes for it with the members who \
            are recruiters (`grant`). Alone it lists your projects.

            Examples:
              upfor project make 7 --title Robots --capacity 4 --skill hardware --skill ml
              upfor project
              upfor project at 7
              upfor project show 3
              upfor project recruiter 3 ben
              upfor project remove 3 ben
              upfor project leave 3
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list, at, make, change, show, leave, remove, delete, member, recruiter, owner
    }

    @Argument(
        help: "list, at, make, change, show, leave, remove, delete, member, recruiter or owner.")
    var action = Action.list

    @Argument(help: "The number of a project; with `at` and `make`, of an event.")
    var number: UInt32?

    @Argument(help: "A member, with `remove`, `member`, `recruiter` and `owner`.")
    var name = ""

    @Option(help: "The title, with `make` and `change`; at most 100 characters.")
    var title: String?

    @Option(help: "What it is about.")
    var text: String?

    @Option(help: "Most members, you included; 1 to 50.")
    var capacity: UInt32?

    @Option(help: "A skill that is wanted; more of them replace all.")
    var skill: [String] = []

    @Option(help: "The next page, as `more` said.")
    var after: UInt32 = 0

    @OptionGroup var options: Options

    private static let named: [Action] = [.remove, .member, .recruiter, .owner]

    func validate() throws {
        guard action == .list || number != nil else {
            throw ValidationError("which? `\(action.rawValue) NUMBER`")
        }
        guard !Self.named.contains(action) || !name.isEmpty else {
            throw ValidationError("who? `\(action.rawValue) NUMBER NAME`")
        }
        guard action != .make || title != nil else {
            throw ValidationError("`make` takes --title")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        let number = number ?? 0
        switch action {
        case .list, .at:
            try await session.show(
                .projectList(.with { ($0.gathering, $0.after) = (number, after) }))
        case .make: try await session.show(.projectCreate(creation(at: number)))
        case .change: try await session.show(.projectUpdate(change(of: number)))
        case .show: try await session.show(.projectRead(.with { $0.number = number }))
        case .leave, .remove:
            try await session.tell(
                .projectLeave(.with { ($0.number, $0.username) = (number, name) }),
                name.isEmpty ? "you left the project" : "\(name) is no longer in the project")
        case .delete:
            try await session.tell(
                .projectDelete(.with { $0.number = number }), "the project is deleted")
        case .member: try await grant(.member, in: session)
        case .recruiter: try await grant(.recruiter, in: session)
        case .owner: try await grant(.owner, in: session)
        }
    }

    private func creation(at gathering: UInt32) -> ProjectCreate {
        .with {
            ($0.gathering, $0.title, $0.text) = (gathering, title ?? "", text ?? "")
            if let capacity { $0.capacity = capacity }
            $0.skills = skill
        }
    }

    private func change(of number: UInt32) -> ProjectUpdate {
        .with {
            $0.number = number
            if let title { $0.title = title }
            if let text { $0.text = text }
            if let capacity { $0.capacity = capacity }
            if !skill.isEmpty { $0.skills = .with { $0.skills = skill } }
        }
    }

    private func grant(_ role: TeamRole, in session: Session) async throws(Failure) {
        try await session.show(
            .projectGrant(
                .with { ($0.number, $0.username, $0.role) = (number ?? 0, name, role) }))
    }
}
