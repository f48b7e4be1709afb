import ArgumentParser
import Wire

struct CtlDrain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "Disconnect all clients and stop the daemon, like SIGTERM.",
        discussion: """
            It returns at once. The process ends when all clients have been told when to come \
            back. systemd's sockets start it again at the next connection: stop them first.

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
