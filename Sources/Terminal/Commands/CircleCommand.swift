import ArgumentParser
import Wire

/// Shows what friends did.
struct CircleCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "circle", abstract: "Show what you and your friends did, the newest first.",
        discussion: """
            Examples:
              upfor circle
              upfor circle --before 0197c3b2a4001f2e --limit 50
              upfor circle --post /circle/0197c3b2a4001f2e
            """)

    @Option(help: "Only posts before this one; with --post, only comments before this one.")
    var before: PostName?

    @Option(help: "How many posts, 1 to 50 (default: 10); with --post, comments, 1 to 100.")
    var limit: UInt32?

    @Option(help: "This post alone, with its comments.")
    var post: PostName?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        if let post { return try await show(post, in: session) }
        var command = CircleList()
        command.before = before?.id ?? ""
        if let limit { command.limit = limit }
        try await session.show(.circleList(command))
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
