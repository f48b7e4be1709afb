import ArgumentParser
import Wire

struct CtlDrain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "Send everybody away, and stop the daemon, as SIGTERM does.",
        discussion: """
            It returns at once; the process ends when everybody has been told when to come back. \
            Sockets that systemd keeps start it again for the first who comes: stop them first.

            EXAMPLES
              upford ctl drain
            """)

    @OptionGroup var options: CtlOptions

    func run() throws {
        let (json, draining) = try CtlOrder(options)
            .give("drain", AdminDrain(), for: AdminDraining.self)
        guard !options.json else { return showJSON(json) }
        Talk.sayLast("upford: connections sent away: \(draining.connections)")
    }
}
