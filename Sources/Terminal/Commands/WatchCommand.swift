import ArgumentParser
import Client
import Wire

/// Prints what happens, as it happens; each thing once, across all interruptions.
struct WatchCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print what happens, as it happens.",
        discussion: """
            It goes on where it stopped the last time, so that nothing is missed and nothing is \
            shown twice, whether the server, the network or this program was away. What is said \
            where you have muted is not printed, but with --json. The circle is followed by who \
            has it open (`circle` in the live screen): of it only comments on your posts come \
            here, and who asks you to confirm something. It closes another `watch`, `chat` or \
            live screen of the same profile.

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
