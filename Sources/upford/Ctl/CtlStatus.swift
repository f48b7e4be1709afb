import ArgumentParser
import Wire

struct CtlStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of the daemon: version, clients, load.",
        discussion: """
            EXAMPLES
              upford ctl status
              upford ctl status --data data
              upford ctl status --socket /var/lib/upford/upford.sock --json | jq .sessions
            """)

    @OptionGroup var options: CtlOptions

    func run() throws {
        let (json, status) = try CtlOrder(options)
            .give("status", AdminStatusRead(), for: AdminStatus.self)
        guard !options.json else { return showJSON(json) }
        var table = CtlTable("STATUS", status.state)
        if !status.node.isEmpty { table.add("node", status.node) }
        if status.hasNodes { table.add("nodes alive", "\(status.nodes)") }
        table.add("version", status.version)
        table.add("process", "\(status.pid)")
        table.add("since", status.since.text)
        for address in status.addresses { table.add("address", address) }
        table.add("connections", "\(status.connections)")
        table.add("sessions", "\(status.sessions)")
        table.add("people", "\(status.people)")
        table.add("store queue", "\(status.queued)")
        table.add("descriptors", "\(status.descriptors)")
        table.add("memory", "\(status.memoryMib) MiB")
        table.show()
    }
}
