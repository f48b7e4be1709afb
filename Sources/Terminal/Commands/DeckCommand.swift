import ArgumentParser
import SwiftProtobuf
import Wire

/// Lists what the user can still swipe.
struct DeckCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "deck", abstract: "See which projects, or people, are left to swipe.",
        discussion: """
            With an event: its projects, for you. With --project: people for a project that you \
            swipe for. What has most skills in common comes first.

            Examples:
              upfor deck 7
              upfor deck --project 3 --limit 10
            """)

    @Argument(help: "The number of an event.")
    var event: UInt32?

    @Option(help: "The number of a project, for which people are shown.")
    var project: UInt32?

    @Option(help: "At most so many; 1 to 50.")
    var limit: UInt32 = 0

    @Option(help: "The next page, as `more` said.")
    var after: String = ""

    @OptionGroup var options: Options

    func validate() throws {
        guard (event == nil) != (project == nil) else {
            throw ValidationError("whose? `deck EVENT`, or `deck --project PROJECT`")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        try await session.show(
            .deckRead(
                .with {
                    ($0.gathering, $0.project) = (event ?? 0, project ?? 0)
                    ($0.limit, $0.after) = (limit, after)
                }))
    }
}

/// Swipes to the right or to the left.
struct SwipeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "swipe",
        abstract: "Say whether you want a project, or a project wants a user.",
        discussion: """
            Right means yes. With a username the project swipes the user: for its owner and \
            recruiters. When both sides swiped to the right, the user joins. `list` shows your \
            swipes, with a number those of a project; `back` takes one back.

            Examples:
              upfor swipe right 3
              upfor swipe left 4
              upfor swipe right 3 ben
              upfor swipe list
              upfor swipe list 3 --mutual
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case right, left, back, list
    }

    @Argument(help: "right, left, back or list.")
    var action: Action

    @Argument(help: "The number of a project.")
    var project: UInt32?

    @Argument(help: "Whom the project swipes.")
    var name = ""

    @Flag(help: "With `list`: only where both sides swiped to the right.")
    var mutual = false

    @Option(help: "With `list`: the next page, as `more` said.")
    var after: String = ""

    @OptionGroup var options: Options

    func validate() throws {
        guard action == .list || project != nil else {
            throw ValidationError("what? `\(action.rawValue) PROJECT`")
        }
        guard action == .list || (!mutual && after.isEmpty) else {
            throw ValidationError("--mutual and --after go with `list`")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        let project = project ?? 0
        switch action {
        case .right, .left:
            try await session.show(
                .swipeSet(
                    .with {
                        ($0.project, $0.username) = (project, name)
                        $0.approve = action == .right
                    }))
        case .back:
            try await session.tell(
                .swipeDrop(.with { ($0.project, $0.username) = (project, name) }),
                "the swipe is taken back")
        case .list:
            try await session.show(
                .swipeList(
                    .with {
                        ($0.project, $0.mutual, $0.after) = (project, mutual, after)
                    }))
        }
    }
}
