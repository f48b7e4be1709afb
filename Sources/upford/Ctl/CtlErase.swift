import ArgumentParser
import Wire

struct CtlErase: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "End a user's account, as the user could.",
        discussion: """
            At once nobody finds the account, its sessions are over, friends are told, and nobody \
            gets the name again. Everything else is erased within a day. It cannot be undone; \
            copies of the data that were made before still have it. While no daemon runs: \
            `upford erase`.

            EXAMPLES
              upford ctl erase ana
              upford ctl erase ana --yes
            """)

    @Argument(help: "The username.")
    var user: String

    @OptionGroup var confirmation: ConfirmationOptions

    @OptionGroup var options: CtlOptions

    func run() throws {
        try confirmation.confirm(user)
        var order = AdminErase()
        order.user = user
        let (json, _) = try CtlOrder(options).give("erase", order, for: AdminErased.self)
        guard !options.json else { return showJSON(json) }
        Talk.sayLast("upford: \(user) is gone; the daemon erases the rest within a day")
    }
}
