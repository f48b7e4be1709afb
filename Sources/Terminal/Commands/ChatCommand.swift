import ArgumentParser
import Client
import Wire

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

/// Prints what happens, as it happens; each thing once, across all interruptions.
struct WatchCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print events as they happen.",
        discussion: """
            It continues where it stopped the last time: no event is missed or shown twice, \
            whether the server, the network or this program was down. Messages of muted \
            conversations are printed only with --json. Of the circle, only comments on your \
            posts and requests to confirm are printed; `circle` in the live screen follows it. \
            It closes another `watch`, `chat` or live screen of the same profile.

            Examples:
              upfor watch
              upfor watch --json | jq -c 'select(.match)'
            """)

    @OptionGroup var options: Options

    mutating func run() async throws {
        let opening = try SessionOpening(options)
        let bookmark = opening.profile?.position
        let (client, _) = try await opening.signedIn(
            after: bookmark, resumes: true, wantsSnapshot: !options.json)
        var watch = Watch(output: opening.output, behind: bookmark) { position throws(Failure) in
            try opening.keep(position)
        }
        try await watch.follow(client.events)
    }
}
