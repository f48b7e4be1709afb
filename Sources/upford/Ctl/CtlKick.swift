import ArgumentParser
import Wire

struct CtlKick: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kick",
        abstract: "Close the sessions of a user.",
        discussion: """
            Each is closed with 4411. A device may reconnect at once, and `upfor` does. To keep \
            a user out, use `ban`. Those on other nodes end within a second; `--session` is one \
            of this node.

            EXAMPLES
              upford ctl kick ana
              upford ctl kick ana --session 17
            """)

    @Argument(help: "The username.")
    var user: String

    @Option(help: "Only this session, by its number in `upford ctl sessions`.")
    var session: UInt64?

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminKick()
        order.user = user
        if let session { order.session = session }
        let (json, kicked) = try CtlOrder(options).give("kick", order, for: AdminKicked.self)
        guard !options.json else { return showJSON(json) }
        let rest = kicked.hasNodes ? "; other nodes told: \(kicked.nodes)" : ""
        Talk.sayLast("upford: sessions of \(user) ended: \(kicked.sessions)\(rest)")
    }
}
