import ArgumentParser

/// A conversation with one friend, live.
struct ChatCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat", abstract: "Talk with a friend, live.",
        discussion: """
            Shows the newest messages, then what comes; each line you type is sent. A line that \
            starts with / is a command: /back, /help, /up coffee. What you paste becomes one \
            line, and waits for Enter, where the terminal marks pastes. ^D ends it. It closes \
            another `chat`, `watch` or live screen of the same profile. From a pipe, the exit code \
            is that of the first line that could not be done.

            Examples:
              upfor chat ben
              echo "lunch?" | upfor chat ben
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @OptionGroup var options: Options

    mutating func run() async throws {
        try await DialogueOpening(options).run(in: name)
    }
}
