import ArgumentParser
import Wire

/// Turns an activity on, or lists all of them.
struct UpCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "up", abstract: "Say what you are up for, or list what there is.",
        discussion: """
            Examples:
              upfor up
              upfor up coffee
            """)

    @Argument(help: "The activity to turn on; without one, all are listed.")
    var activity: String?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        guard let activity else { return try await session.show(.activityList(ActivityList())) }
        var command = ActivitySet()
        command.activity = activity
        command.on = true
        try await session.tell(.activitySet(command), "you are up for \(activity)")
    }

    /// Says who is up for it too; for a wildcard, who is up for anything.
    func conclude(in session: Session) async throws(Failure) {
        guard let activity,
            case .matches(var matches) = try await session.call(.matchList(MatchList())),
            case .activities(let list) = try await session.call(.activityList(ActivityList()))
        else { return }
        let isWildcard = list.activities.contains { $0.activity == activity && $0.wildcard }
        matches.matches.removeAll { $0.activity != activity && !isWildcard }
        if !matches.matches.isEmpty { session.output.answer(.matches(matches)) }
    }
}
