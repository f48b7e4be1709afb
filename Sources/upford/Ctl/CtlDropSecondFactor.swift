import ArgumentParser
import Wire

struct CtlDropSecondFactor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop-second-factor",
        abstract: "Remove the second factor of an account.",
        discussion: """
            For an owner who has lost the authenticator and the recovery codes. Make sure of the \
            owner's identity: afterwards the password alone opens the account. The owner is told \
            in the inbox and at a confirmed address.

            EXAMPLES
              upford ctl drop-second-factor ana
            """)

    @Argument(help: "The username.")
    var user: String

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminSecondFactorDrop()
        order.user = user
        let (json, user) = try CtlOrder(options)
            .give("drop-second-factor", order, for: AdminUser.self)
        options.json ? showJSON(json) : CtlUser.show(user)
    }
}
