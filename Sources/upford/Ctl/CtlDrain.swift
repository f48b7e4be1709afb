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

struct CtlBroadcast: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "broadcast",
        abstract: "Send a notice to all connected users.",
        discussion: """
            The notice is not stored. Users who are not connected, or do not read, miss it.

            EXAMPLES
              upford ctl broadcast 'We restart at 22:00 UTC.'
            """)

    @Argument(help: "The text; 1 to 500 characters.")
    var text: String

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminBroadcast()
        order.text = text
        let (json, told) = try CtlOrder(options).give("broadcast", order, for: AdminTold.self)
        guard !options.json else { return showJSON(json) }
        let rest = told.hasNodes ? "; other nodes told: \(told.nodes)" : ""
        Talk.sayLast("upford: sessions told: \(told.sessions)\(rest)")
    }
}
