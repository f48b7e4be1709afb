import ArgumentParser
import Wire

struct CtlUnban: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unban",
        abstract: "End the ban of a user.",
        discussion: """
            EXAMPLES
              upford ctl unban ana
            """)

    @Argument(help: "The username.")
    var user: String

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminUnban()
        order.user = user
        let (json, user) = try CtlOrder(options).give("unban", order, for: AdminUser.self)
        options.json ? showJSON(json) : CtlUser.show(user)
    }
}
