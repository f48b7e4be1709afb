import ArgumentParser
import Wire

struct CtlUnlink: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlink",
        abstract: "Remove the identity of an issuer from an account.",
        discussion: """
            The owner is told. Refused if it is the last way into the account: set a password \
            first (reset-password).

            EXAMPLES
              upford ctl unlink ana example
            """)

    @Argument(help: "The username.")
    var user: String

    @Argument(help: "The issuer's name, as `upford ctl user` shows it.")
    var issuer: String

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminUnlink()
        (order.user, order.issuer) = (user, issuer)
        let (json, user) = try CtlOrder(options).give("unlink", order, for: AdminUser.self)
        options.json ? showJSON(json) : CtlUser.show(user)
    }
}
