import ArgumentParser
import Wire

/// Shows or changes for which friends an activity is meant.
struct AudienceCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "audience", abstract: "Choose the audience of an activity.",
        discussion: """
            Examples:
              upfor audience coffee
              upfor audience coffee --only ben --only cleo
              upfor audience coffee --drop ben
              upfor audience coffee --all
            """)

    @Argument(help: "The activity, by its name or number, as `upfor up` lists it.")
    var activity: String

    @Option(help: "Only these friends, without later friends.")
    var only: [String] = []

    @Flag(help: "All friends, also later ones (the initial state).")
    var all = false

    @Option(help: "Add this friend.")
    var add: [String] = []

    @Option(help: "Remove this friend.")
    var drop: [String] = []

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        let activity = try await session.activity(activity)
        var list = AudienceList()
        list.activity = activity
        if isChange {
            do {
                _ = try await session.call(.audienceSet(change(of: activity)))
            } catch .refused(let error) where error.code == .notFriends {
                let answer = try? await session.call(.audienceList(list))
                throw .refused(naming(answer, in: error))
            }
        }
        session.output.answer(try await session.call(.audienceList(list)))
    }

    func validate() throws {
        guard only.isEmpty || (add.isEmpty && drop.isEmpty) else {
            throw ValidationError("--only says it all: it does not go with --add and --drop")
        }
        guard !all || named.isEmpty else {
            throw ValidationError("--all says it all: it does not go with --only, --add and --drop")
        }
        if let both = add.first(where: drop.contains) {
            throw ValidationError("\(both): either --add or --drop")
        }
    }

    /// Whether it does more than to look.
    var isChange: Bool { all || !named.isEmpty }

    private var named: [String] { only + add + drop }

    /// The refusal, with the named users who are no friends: the server does not repeat their
    /// names.
    private func naming(
        _ answer: ServerMessage.OneOf_Body?, in error: CommandError
    ) -> CommandError {
        guard case .audience(let audience) = answer else { return error }
        let friends = Set(audience.friends.map(\.user.username))
        let strangers = named.filter { !friends.contains($0) }
        guard !strangers.isEmpty else { return error }
        var error = error
        error.message =
            "no friend of yours: \(strangers.joined(separator: ", ")); nothing was changed"
        return error
    }

    /// All of it in one step: it is done, or nothing is.
    private func change(of activity: String) -> AudienceSet {
        var command = AudienceSet()
        (command.activity, command.add, command.drop) = (activity, only + add, drop)
        if all || !only.isEmpty { command.others = all }
        command.cid = MessageMark.fresh()
        return command
    }
}
