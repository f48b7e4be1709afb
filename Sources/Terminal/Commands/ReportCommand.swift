import ArgumentParser
import Wire

/// Reports a user to the administrators.
struct ReportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Report a user to the administrators; no one else learns of it.",
        discussion: """
            The reported content is copied as it is now. To stop contact with the user, use \
            `block`.

            Examples:
              upfor report ben --reason harassment -m 'every night'
              upfor report ben --message 42 --reason hate
              upfor report ben --post 0000001234abcdef --reason spam
            """)

    enum Reason: String, ExpressibleByArgument, CaseIterable {
        case harassment, spam, hate, sexual, violence, impersonation, other

        var wire: ReportReason {
            switch self {
            case .harassment: .harassment
            case .spam: .spam
            case .hate: .hate
            case .sexual: .sexual
            case .violence: .violence
            case .impersonation: .impersonation
            case .other: .other
            }
        }
    }

    @Argument(help: "The other's username.")
    var name: String

    @Option(help: "The reason.")
    var reason: Reason

    @Option(help: "A message of theirs to you, by its number.")
    var message: UInt32?

    @Option(help: "A post of theirs, by its id.")
    var post: String?

    @Option(
        name: [.customShort("m"), .customLong("words")],
        help: "A comment; at most 500 characters.")
    var words = ""

    @OptionGroup var options: Options

    func validate() throws {
        if message != nil && post != nil {
            throw ValidationError("--message and --post exclude each other")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        var command = UserReport()
        (command.user, command.reason, command.text) = (name, reason.wire, words)
        if let message { command.message = message }
        if let post { command.post = post }
        try await session.tell(
            .userReport(command), "reported; nobody else learns of it (`block \(name)` hides them)")
    }
}
