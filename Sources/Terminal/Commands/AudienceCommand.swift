import ArgumentParser
import Wire

/// Shows or changes for which friends an activity is meant.
struct AudienceCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "audience", abstract: "Choose for which friends an activity is meant.",
        discussion: """
            Examples:
              upfor audience coffee
              upfor audience coffee --only ben --only cleo
              upfor audience coffee --drop ben
            """)

    @Argument(help: "The activity, as `upfor up` lists it.")
    var activity: String

    @Option(help: "Mean these friends and nobody else.")
    var only: [String] = []

    @Option(help: "Mean this friend, too.")
    var add: [String] = []

    @Option(help: "Do not mean this friend.")
    var drop: [String] = []

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        for (friend, isSelected) in try await changes(in: session) {
            var command = AudienceSelect()
            command.activity = activity
            command.friend = friend
            command.selected = isSelected
            _ = try await session.call(.audienceSelect(command))
        }
        session.output.answer(try await session.call(list))
    }

    func validate() throws {
        guard only.isEmpty || (add.isEmpty && drop.isEmpty) else {
            throw ValidationError("--only says it all: it does not go with --add and --drop")
        }
    }

    private var list: ClientMessage.OneOf_Command {
        var command = AudienceList()
        command.activity = activity
        return .audienceList(command)
    }

    /// What has to be said to get there. Friends are dropped last and added first, so that a name
    /// that is nobody's is refused before anything is lost.
    private func changes(in session: Session) async throws(Failure) -> [(String, Bool)] {
        guard !only.isEmpty else { return add.map { ($0, true) } + drop.map { ($0, false) } }
        guard case .audience(let now) = try await session.call(list) else { return [] }
        let others = now.friends.filter { $0.selected && !only.contains($0.user.username) }
        return only.map { ($0, true) } + others.map { ($0.user.username, false) }
    }
}
