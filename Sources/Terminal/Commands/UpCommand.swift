import ArgumentParser
import Wire

/// Turns an activity on, or lists all of them.
struct UpCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "up", abstract: "Turn an activity on, or list all activities.",
        discussion: """
            Examples:
              upfor up
              upfor up coffee
              upfor up 2
            """)

    @Argument(help: "The activity to turn on, or its number; without one, all are listed.")
    var activity: String?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        guard let activity else { return try await session.show(.activityList(ActivityList())) }
        let name = try await session.activity(activity)
        var command = ActivitySet()
        command.activity = name
        command.on = true
        try await session.tell(.activitySet(command), "you are up for \(SafeText(name).line)")
    }

    /// Says who is up for it too; for a wildcard, who is up for anything.
    func conclude(in session: Session) async throws(Failure) {
        guard let typed = activity,
            case .matches(var matches) = try await session.call(.matchList(MatchList())),
            !matches.matches.isEmpty,
            case .activities(let list) = try await session.call(.activityList(ActivityList()))
        else { return }
        let names = list.activities.map(\.activity)
        let activity = ActivityName.meant(by: typed, among: names) ?? typed
        let isWildcard = list.activities.contains { $0.activity == activity && $0.wildcard }
        matches.matches.removeAll { $0.activity != activity && !isWildcard }
        if !matches.matches.isEmpty { session.output.answer(.matches(matches)) }
    }
}
