import ArgumentParser
import Wire

/// Likes a post.
struct LikeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "like", abstract: "Like a post on the circle.",
        discussion: """
            Examples:
              upfor like 0197c3b2a4001f2e
            """)

    @Argument(help: "The post: its id, or its link.")
    var post: PostName

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.circleLike(.liking(post, true)))
    }
}

/// No longer likes a post.
struct UnlikeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlike", abstract: "Take a like back.",
        discussion: """
            Examples:
              upfor unlike 0197c3b2a4001f2e
            """)

    @Argument(help: "The post: its id, or its link.")
    var post: PostName

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.circleLike(.liking(post, false)))
    }
}

extension CircleLike {
    fileprivate static func liking(_ post: PostName, _ liked: Bool) -> CircleLike {
        var command = CircleLike()
        command.post = post.id
        command.liked = liked
        return command
    }
}
