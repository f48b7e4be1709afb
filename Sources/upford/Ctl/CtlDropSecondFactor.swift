import ArgumentParser
import Wire

struct CtlDropSecondFactor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop-second-factor",
        abstract: "Let log-ins to an account need no code of an authenticator any more.",
        discussion: """
            For an owner who has lost the authenticator and the recovery codes. Make sure that it \
            is the owner who asks: the password alone opens the account afterwards. The owner is \
            told in the inbox, and at an address that was confirmed.

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
