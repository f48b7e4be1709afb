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
              upfor audience coffee --all
            """)

    @Argument(help: "The activity, by its name or number, as `upfor up` lists it.")
    var activity: String

    @Option(help: "Mean these friends and nobody else, not even friends to come.")
    var only: [String] = []

    @Flag(help: "Mean everybody, also whoever becomes a friend later, as at first.")
    var all = false

    @Option(help: "Mean this friend, too.")
    var add: [String] = []

    @Option(help: "Do not mean this friend.")
    var drop: [String] = []

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        let activity = try await session.activity(activity)
        let list = Self.list(activity)
        let answer = try await session.call(list)
        guard case .audience(let now) = answer, all || !(only + add + drop).isEmpty else {
            return session.output.answer(answer)
        }
        _ = try await session.call(.audienceSet(try set(activity, from: now)))
        session.output.answer(try await session.call(list))
    }

    func validate() throws {
        guard only.isEmpty || (add.isEmpty && drop.isEmpty) else {
            throw ValidationError("--only says it all: it does not go with --add and --drop")
        }
        guard !all || (only + add + drop).isEmpty else {
            throw ValidationError("--all says it all: it does not go with --only, --add and --drop")
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

    /// What has to be said to get there, all at once: it is done, or nothing is.
    ///
    /// - Throws: `.local` for a name that is no friend's.
    private func set(_ activity: String, from now: Audience) throws(Failure) -> AudienceSet {
        let friends = now.friends.map(\.user.username)
        if let stranger = (only + add + drop).first(where: { !friends.contains($0) }) {
            throw .local("\(stranger) is no friend of yours: nothing was changed")
        }
        var command = AudienceSet()
        command.activity = activity
        command.friends = now.friends.filter(isMeant).map(\.user.username)
        if all || !only.isEmpty { command.newcomers = all }
        command.cid = MessageMark.fresh()
        return command
    }

    private func isMeant(_ friend: AudienceMember) -> Bool {
        let name = friend.user.username
        guard only.isEmpty else { return only.contains(name) }
        return all || (friend.selected || add.contains(name)) && !drop.contains(name)
    }
}
