import ArgumentParser
import Wire

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
