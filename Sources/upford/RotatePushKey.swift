import ArgumentParser
import Server

struct RotatePushKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-push-key",
        abstract: "Make another key for push services, beside the one in use.",
        discussion: """
            From its next start on the daemon gives the new key to browsers, and signs with the \
            one before for those that have subscribed with it. Browsers of your clients should \
            subscribe again when `pushKeyRead` says another key than theirs. Run it as the user of \
            the daemon, or as root.

            EXAMPLES
              upford rotate-push-key && systemctl restart upford
              upford rotate-push-key --data data --drop-previous

            EXIT CODES
              0 done, 1 there is a key before already, or the file cannot be written, \
            64 wrong usage, 78 the settings are wrong
            """)

    @Flag(help: "Give up the key before the present one: what belongs to it is not notified.")
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
