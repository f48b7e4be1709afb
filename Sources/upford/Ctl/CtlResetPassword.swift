import ArgumentParser
import Wire

struct CtlResetPassword: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password",
        abstract: "Print a new password for an account, and remove every other way in.",
        discussion: """
            For the owner of a compromised account. Everything that an attacker may have left is \
            removed: sessions and log-ins, outside identities, passkeys, push subscriptions, the \
            second factor, and the e-mail address. Each is listed on standard error and can be \
            kept. The owner is notified in the inbox and at a confirmed address.

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

    @Flag(help: "Keep passkeys.")
    var keepPasskeys = false

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
        (order.keepSecondFactor, order.keepPasskeys) = (keepSecondFactor, keepPasskeys)
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
            + passkeys.map { "passkey \($0)" }
            + logins.map { "log-in \($0.since.text) \($0.device)" }
            + subscriptions.map { "subscription \($0.host) (\($0.device))" }
            + (hasSecondFactorSince ? ["second factor \(secondFactorSince.text)"] : [])
    }
}

struct CtlDropSecondFactor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop-second-factor",
        abstract: "Remove the second factor of an account.",
        discussion: """
            For an owner who has lost the authenticator and the recovery codes. Make sure of the \
            owner's identity: afterwards the password alone opens the account. The owner is \
            notified in the inbox and at a confirmed address.

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

struct CtlSetEmail: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-email",
        abstract: "Set or remove the e-mail address of an account.",
        discussion: """
            You vouch for the address: if the daemon sends mail, it counts as confirmed, opens \
            the account, and can receive a code for a new password. The previous address, if it \
            was confirmed, is notified.

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

struct CtlRotateServerKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-server-key",
        abstract: "Make a new server key.",
        discussion: """
            With this key the data mark names of deleted accounts, networks of log-ins, mailed \
            codes and the like. After a leak of a backup, a new key protects later marks. \
            Earlier keys are kept to recognise earlier marks, at most 16 in all.

            EXAMPLES
              upford ctl rotate-server-key
            """)

    @OptionGroup var options: CtlOptions

    func run() throws {
        let (json, keys) = try CtlOrder(options).give(
            "rotate-server-key", AdminServerKeyRotate(), for: AdminServerKeys.self)
        guard !options.json else { return showJSON(json) }
        print("the server has another key: \(keys.count) of \(keys.most)")
    }
}
