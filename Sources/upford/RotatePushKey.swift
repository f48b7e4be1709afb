import ArgumentParser
import Server

struct RotatePushKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-push-key",
        abstract: "Make a new key for push services, beside the current one.",
        discussion: """
            From its next start the daemon gives the new key to browsers. Existing subscriptions \
            still use the previous one. Clients should subscribe again if `pushKeyRead` returns \
            another key than theirs. Run it as the daemon's user or as root.

            EXAMPLES
              upford rotate-push-key && systemctl restart upford
              upford rotate-push-key --data data --drop-previous

            EXIT CODES
              0 done, 1 there are two keys already, or the file cannot be written, 64 wrong \
            usage, 78 invalid settings
            """)

    @Flag(help: "Drop the key before the current one: its subscriptions end.")
    var dropPrevious = false

    @OptionGroup var options: DataOptions

    func run() throws {
        let settings = try options.configuration()
        try reportingFailures {
            try PushKeyRotation(settings).run(droppingPrevious: dropPrevious)
        }
        Talk.sayLast("upford: there is another key for push services; restart the daemon")
    }
}
