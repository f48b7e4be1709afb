import ArgumentParser
import Wire

struct CtlErase: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Delete a user's account, as the user could.",
        discussion: """
            The account is unusable at once, its sessions are closed, friends are told, and the \
            username is never given out again. All other data are erased within a day. This \
            cannot be undone; earlier backups still contain the account. While no daemon runs, \
            use `upford erase`.

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
