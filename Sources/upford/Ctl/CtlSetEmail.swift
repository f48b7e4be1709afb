import ArgumentParser
import Wire

struct CtlSetEmail: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-email",
        abstract: "Set or remove the e-mail address of an account.",
        discussion: """
            You vouch for the address: if the daemon sends mail, it counts as confirmed, opens \
            the account, and can receive a code for a new password. The previous address, if it \
            was confirmed, is told.

            EXAMPLES
              upford ctl set-email ana ana@example.org
              upford ctl set-email ana --none
            """)

    @Argument(help: "The username.")
    var user: String

    @Argument(help: "The address.")
    var email: String?

    @Flag(help: "Remove the address.")
    var none = false

    @OptionGroup var options: CtlOptions

    func validate() throws {
        if (email == nil) != none { throw ValidationError("give an address, or --none") }
    }

    func run() throws {
        var order = AdminEmailSet()
        (order.user, order.email) = (user, email ?? "")
        let (json, user) = try CtlOrder(options).give("set-email", order, for: AdminUser.self)
        options.json ? showJSON(json) : CtlUser.show(user)
    }
}
