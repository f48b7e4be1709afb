import ArgumentParser
import Wire

struct CtlResetPassword: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password",
        abstract: "Give an account a new password, print it, and shut every other way in.",
        discussion: """
            For an owner whose account somebody else has got into. What that person may have left \
            goes, too: sessions and log-ins end, outside identities open the account no longer, \
            devices are notified no more, log-ins need no code of an authenticator, and the \
            e-mail address is taken away. Each of them is \
            shown on standard error, and can be kept. The owner is told in the inbox, and at an \
            address that was confirmed.

            EXAMPLES
              upford ctl reset-password ana
              upford ctl reset-password ana --keep-email --keep-identities
              upford ctl reset-password ana --json | jq -r .password
            """)

    @Argument(help: "The username.")
    var user: String

    @Flag(help: "Let outside identities open the account as before.")
    var keepIdentities = false

    @Flag(help: "Leave the e-mail address as it is: it may open the account.")
    var keepEmail = false

    @Flag(help: "Let sessions and log-ins go on.")
    var keepLogins = false

    @Flag(help: "Let devices be notified as before; needs --keep-logins.")
    var keepSubscriptions = false

    @Flag(help: "Let log-ins need a code of the authenticator as before.")
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
