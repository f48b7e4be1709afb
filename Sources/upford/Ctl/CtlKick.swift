import ArgumentParser
import Wire

struct CtlKick: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kick",
        abstract: "End the sessions of a user.",
        discussion: """
            Each is closed with 4411. A device may come back at once, and a client of ours does; \
            to keep somebody out, ban them.

            EXAMPLES
              upford ctl kick ana
              upford ctl kick ana --session 17
            """)

    @Argument(help: "Whose sessions.")
    var user: String

    @Option(help: "Only this one, by its number in `upford ctl sessions`.")
    var session: UInt64?

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminKick()
        order.user = user
        if let session { order.session = session }
        let (json, kicked) = try CtlOrder(options).give("kick", order, for: AdminKicked.self)
        guard !options.json else { return showJSON(json) }
        Talk.sayLast("upford: sessions of \(user) ended: \(kicked.sessions)")
    }
}
