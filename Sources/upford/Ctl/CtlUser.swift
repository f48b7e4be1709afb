import ArgumentParser
import Wire

struct CtlUser: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Show an account: names, log-ins, ban.",
        discussion: """
            EXAMPLES
              upford ctl user ana
              upford ctl user ana --json | jq -r .email
            """)

    @Argument(help: "The username.")
    var user: String

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminUserRead()
        order.user = user
        let (json, user) = try CtlOrder(options).give("user", order, for: AdminUser.self)
        guard !options.json else { return showJSON(json) }
        Self.show(user)
    }

    static func show(_ user: AdminUser) {
        var table = CtlTable("USER", user.user)
        table.add("uid", user.uid)
        table.add("name", user.displayName)
        let standing = user.hasEmailVerified && !user.emailVerified ? " (not confirmed)" : ""
        table.add("e-mail", user.email.isEmpty ? "none" : user.email + standing)
        table.add("password", user.passwordSet ? "set" : "none")
        if user.hasSecondFactorSince {
            table.add("second factor", "since \(user.secondFactorSince.text)")
        }
        for issuer in user.identities { table.add("identity", issuer) }
        for login in user.logins { table.add("log-in", "\(login.since.text) \(login.device)") }
        if user.subscriptions > 0 { table.add("notified", "\(user.subscriptions) devices") }
        if user.hasBan {
            let until = user.ban.hasUntil ? "until \(user.ban.until.text)" : "for good"
            table.add("banned", "\(user.ban.since.text), \(until)")
            table.add("reason", user.ban.reason)
        }
        table.show()
    }
}
