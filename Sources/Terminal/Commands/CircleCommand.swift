import ArgumentParser
import SwiftProtobuf
import Wire

/// Shows what friends did, and changes what one has said there.
struct CircleCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "circle", abstract: "Show posts of you and your friends, the newest first.",
        discussion: """
            Examples:
              upfor circle
              upfor circle --before 0197c3b2a4001f2e --limit 50
              upfor circle --post /circle/0197c3b2a4001f2e
              upfor circle --post 0197c3b2a4001f2e --edit 'two hours of talk'
              upfor circle --post 0197c3b2a4001f2e --remove
              upfor circle --post 0197c3b2a4001f2e --unsay 0197c3b2a4001f30
            """)

    @Option(help: "Only posts before this one; with --post, only comments before this one.")
    var before: PostName?

    @Option(help: "How many posts, 1 to 50 (default: 10); with --post, comments, 1 to 100.")
    var limit: UInt32?

    @Option(help: "Only this post, with its comments.")
    var post: PostName?

    @Option(help: "Change the text of your post.")
    var edit: String?

    @Flag(help: "Remove your post.")
    var remove = false

    @Option(help: "Delete this comment: yours, or one on your post.")
    var unsay: String?

    @OptionGroup var options: Options

    func validate() throws {
        let changes = [edit != nil, remove, unsay != nil].count { $0 }
        guard changes == 0 || changes == 1 && post != nil && before == nil && limit == nil else {
            throw ValidationError(
                "one of --edit, --remove and --unsay, with the --post it is about")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        if let post {
            if let (command, sentence) = change(of: post) {
                return try await session.tell(command, sentence)
            }
            return try await show(post, in: session)
        }
        var command = CircleList()
        command.before = before?.id ?? ""
        if let limit { command.limit = limit }
        try await session.show(.circleList(command))
    }

    private func change(of post: PostName) -> (ClientMessage.OneOf_Command, String)? {
        let cid = MessageMark.fresh()
        if let edit {
            return (
                .circleEdit(.with { ($0.post, $0.text, $0.cid) = (post.id, edit, cid) }), "changed"
            )
        }
        if remove {
            return (.circleRemove(.with { ($0.post, $0.cid) = (post.id, cid) }), "taken away")
        }
        return unsay.map { comment in
            (
                .circleUnsay(.with { ($0.post, $0.comment, $0.cid) = (post.id, comment, cid) }),
                "taken away"
            )
        }
    }

    private func show(_ post: PostName, in session: Session) async throws(Failure) {
        var comments = CircleComments()
        comments.post = post.id
        comments.before = before?.id ?? ""
        comments.limit = limit ?? 100
        guard before == nil else { return try await session.show(.circleComments(comments)) }
        var command = CircleRead()
        command.post = post.id
        let answer = try await session.call(.circleRead(command))
        guard case .circlePost(var shown) = answer,
            limit != nil || shown.commentCount > shown.comments.count
        else {
            return session.output.answer(answer)
        }
        if case .circleComments(let page) = try await session.call(.circleComments(comments)) {
            shown.comments = page.comments
        }
        session.output.answer(.circlePost(shown))
    }
}

/// A post, as people name it: by its id, or by its link.
struct PostName: ExpressibleByArgument {
    /// The id.
    let id: String

    init?(argument: String) {
        id = argument.split(separator: "/").last.map(String.init) ?? ""
        if id.isEmpty { return nil }
    }
}
