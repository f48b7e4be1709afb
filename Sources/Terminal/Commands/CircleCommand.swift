import ArgumentParser
import Wire

/// Shows what friends did.
struct CircleCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "circle", abstract: "Show what you and your friends did, the newest first.",
        discussion: """
            Examples:
              upfor circle
              upfor circle --more
              upfor circle --before 0197c3b2a4001f2e
              upfor circle --post /circle/0197c3b2a4001f2e
            """)

    @Option(help: "Only posts before this one.")
    var before: PostName?

    @Flag(help: "50 posts at once, instead of 10.")
    var more = false

    @Option(help: "This post alone, with all of its newest comments.")
    var post: PostName?

    @OptionGroup var options: Options

    func validate() throws {
        guard post == nil || (before == nil && !more) else {
            throw ValidationError("--post is one post: it does not go with --before and --more")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        if let post { return try await show(post, in: session) }
        var command = CircleList()
        command.before = before?.id ?? ""
        if more { command.limit = 50 }
        try await session.show(.circleList(command))
    }

    private func show(_ post: PostName, in session: Session) async throws(Failure) {
        var command = CircleRead()
        command.post = post.id
        let answer = try await session.call(.circleRead(command))
        guard case .circlePost(var shown) = answer, shown.commentCount > shown.comments.count else {
            return session.output.answer(answer)
        }
        var comments = CircleComments()
        comments.post = post.id
        comments.limit = 100
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
