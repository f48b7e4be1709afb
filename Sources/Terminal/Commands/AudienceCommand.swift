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

    @Argument(help: "The activity, by its name or number, as `upfor up` lists it.")
    var activity: String

    @Option(help: "Mean these friends and nobody else.")
    var only: [String] = []

    @Option(help: "Mean this friend, too.")
    var add: [String] = []

    @Option(help: "Do not mean this friend.")
    var drop: [String] = []

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        let activity = try await session.activity(activity)
        let list = Self.list(activity)
        let answer = try await session.call(list)
        guard case .audience(let now) = answer, !(only + add + drop).isEmpty else {
            return session.output.answer(answer)
        }
        for (friend, isSelected) in try changes(to: now) {
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
        if let both = add.first(where: drop.contains) {
            throw ValidationError("\(both): either --add or --drop")
        }
    }

    private static func list(_ activity: String) -> ClientMessage.OneOf_Command {
        var command = AudienceList()
        command.activity = activity
        return .audienceList(command)
    }

    /// What has to be said to get there; only what is not so yet.
    ///
    /// - Throws: `.local` for a name that is no friend's, before anything is changed.
    private func changes(to now: Audience) throws(Failure) -> [(String, Bool)] {
        let friends = now.friends.map(\.user.username)
        if let stranger = (only + add + drop).first(where: { !friends.contains($0) }) {
            throw .local("\(stranger) is no friend of yours: nothing was changed")
        }
        return now.friends.compactMap { friend in
            let name = friend.user.username
            let isWanted =
                only.isEmpty
                ? (friend.selected || add.contains(name)) && !drop.contains(name)
                : only.contains(name)
            return isWanted == friend.selected ? nil : (name, isWanted)
        }
    }
}
