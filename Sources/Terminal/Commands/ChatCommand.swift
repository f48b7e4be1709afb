import ArgumentParser

/// A conversation with one friend, live.
struct ChatCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat", abstract: "Talk with a friend, live.",
        discussion: """
            It shows the newest messages, then new ones as they arrive. Each line that you type \
            is sent. A line that starts with / is a command: /back, /help, /up coffee. If the \
            terminal marks pastes, pasted text becomes one line and waits for Enter. ^D ends it. \
            It closes another `chat`, `watch` or live screen of the same profile. From a pipe, \
            the exit code is that of the first line that failed.

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
