import ArgumentParser
import Wire

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
