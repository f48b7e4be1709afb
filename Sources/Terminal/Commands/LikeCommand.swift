import ArgumentParser
import SwiftProtobuf
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
        try await session.show(.liking(post, true))
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
        try await session.show(.liking(post, false))
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func liking(_ post: PostName, _ isLiked: Bool) -> Self {
        .circleLike(.with { ($0.post, $0.liked) = (post.id, isLiked) })
    }
}

/// Says something about a post.
struct CommentCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment", abstract: "Comment on a post on the circle.",
        discussion: """
            Examples:
              upfor comment 0197c3b2a4001f2e well done
              upfor comment /circle/0197c3b2a4001f2e -- -1 is my guess
            """)

    @Argument(help: "The post: its id, or its link.")
    var post: PostName

    @Argument(help: "The comment; words are joined by spaces.")
    var text: [String]

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = CircleSay()
        command.post = post.id
        command.text = text.joined(separator: " ")
        command.cid = MessageMark.fresh()
        try await session.tell(.circleSay(command), "said")
    }
}
