import ArgumentParser
import Wire

struct CtlBroadcast: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "broadcast",
        abstract: "Tell everybody who is connected.",
        discussion: """
            Whoever is not connected, or does not read, never hears of it: it is not stored.

            EXAMPLES
              upford ctl broadcast 'We restart at 22:00 UTC.'
            """)

    @Argument(help: "What to say; 1 to 500 characters.")
    var text: String

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminBroadcast()
        order.text = text
        let (json, told) = try CtlOrder(options).give("broadcast", order, for: AdminTold.self)
        guard !options.json else { return showJSON(json) }
        Talk.sayLast("upford: sessions told: \(told.sessions)")
    }
}
