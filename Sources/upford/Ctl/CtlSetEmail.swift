import ArgumentParser
import Wire

struct CtlSetEmail: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-email",
        abstract: "Give an account another e-mail address, or none.",
        discussion: """
            You vouch for it: where the daemon sends mail the address counts as confirmed, opens \
            the account, and a code to set a new password may be sent there. The address before, \
            if it was confirmed, is told.

            EXAMPLES
              upford ctl set-email ana ana@example.org
              upford ctl set-email ana --none
            """)

    @Argument(help: "The username.")
    var user: String

    @Argument(help: "The address.")
    var email: String?

    @Flag(help: "Take the address away.")
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
