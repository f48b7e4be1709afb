import ArgumentParser
import Wire

struct CtlResetPassword: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password",
        abstract: "Give an account a new password, and print it.",
        discussion: """
            All sessions and log-ins of the account end, and its owner is told in the inbox. \
            Outside identities still open it. Have the owner set another one: `upfor profile`.

            EXAMPLES
              upford ctl reset-password ana
              upford ctl reset-password ana --json | jq -r .password
            """)

    @Argument(help: "The username.")
    var user: String

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminPasswordReset()
        order.user = user
        let (json, answer) = try CtlOrder(options)
            .give("reset-password", order, for: AdminPassword.self)
        guard !options.json else { return showJSON(json) }
        print(answer.password)
        Talk.flush()
    }
}
