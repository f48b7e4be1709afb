import ArgumentParser
import Wire

struct CtlResetPassword: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password",
        abstract: "Print a new password for an account, and remove every other way in.",
        discussion: """
            For the owner of a compromised account. Everything that an attacker may have left is \
            removed: sessions and log-ins, outside identities, push subscriptions, the second \
            factor, and the e-mail address. Each is listed on standard error and can be kept. \
            The owner is told in the inbox and at a confirmed address.

            EXAMPLES
              upford ctl reset-password ana
              upford ctl reset-password ana --keep-email --keep-identities
              upford ctl reset-password ana --json | jq -r .password
            """)

    @Argument(help: "The username.")
    var user: String

    @Flag(help: "Keep outside identities.")
    var keepIdentities = false

    @Flag(help: "Keep the e-mail address, which may open the account.")
    var keepEmail = false

    @Flag(help: "Keep sessions and log-ins.")
    var keepLogins = false

    @Flag(help: "Keep push subscriptions; needs --keep-logins.")
    var keepSubscriptions = false

    @Flag(help: "Keep the second factor.")
    var keepSecondFactor = false

    @OptionGroup var options: CtlOptions

    func validate() throws {
        if keepSubscriptions && !keepLogins {
            throw ValidationError("--keep-subscriptions needs --keep-logins")
        }
    }

    func run() throws {
        var order = AdminPasswordReset()
        order.user = user
        (order.keepIdentities, order.keepEmail) = (keepIdentities, keepEmail)
        (order.keepLogins, order.keepSubscriptions) = (keepLogins, keepSubscriptions)
        order.keepSecondFactor = keepSecondFactor
        let (json, answer) = try CtlOrder(options)
            .give("reset-password", order, for: AdminPassword.self)
        guard !options.json else { return showJSON(json) }
        print(answer.password)
        Talk.flush()
        let lines =
            answer.dropped.lines.map { "dropped: \($0)" } + answer.kept.lines.map { "kept: \($0)" }
        if !lines.isEmpty { Talk.sayLast(lines.joined(separator: "\n")) }
    }
}

extension AdminWaysIn {
    /// One line for each.
    fileprivate var lines: [String] {
        identities.map { "identity \($0)" } + (email.isEmpty ? [] : ["e-mail \(email)"])
            + logins.map { "log-in \($0.since.text) \($0.device)" }
            + subscriptions.map { "subscription \($0.host) (\($0.device))" }
            + (hasSecondFactorSince ? ["second factor \(secondFactorSince.text)"] : [])
    }
}
