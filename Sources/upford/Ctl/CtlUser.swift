import ArgumentParser
import SwiftProtobuf
import Wire

struct CtlUser: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Show an account: names, log-ins, ban.",
        discussion: """
            EXAMPLES
              upford ctl user ana
              upford ctl user ana --json | jq -r .email
              upford ctl user '~1130-6f3c9a10d2b4'
            """)

    @Argument(help: "The username, or a pseudonym of the event log.")
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
        for name in user.passkeys { table.add("passkey", name) }
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

struct CtlUsers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List the accounts, by username.",
        discussion: """
            EXAMPLES
              upford ctl users
              upford ctl users --banned
              upford ctl users --json | jq -r '.users[].user' | wc -l
            """)

    @Flag(help: "Only banned accounts.")
    var banned = false

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminUsersRead()
        let client = try CtlOrder(options)
        var whole = AdminUsers()
        repeat {
            let page = try client.give("users", order, for: AdminUsers.self).answer
            whole.users += page.users.filter { $0.banned || !banned }
            order.after = page.next
        } while !order.after.isEmpty
        guard !options.json else {
            return try showJSON(whole, isEmpty: whole.users.isEmpty, "users")
        }
        var table = CtlTable("USER", "UID", "SINCE", "BANNED")
        for user in whole.users {
            table.add(user.user, user.uid, user.since.text, user.banned ? "yes" : "")
        }
        table.show()
    }
}

struct CtlUnlink: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlink",
        abstract: "Remove the identity of an issuer from an account.",
        discussion: """
            The owner is notified. Refused if it is the last way into the account: set a password \
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

struct CtlErase: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Delete a user's account, as the user could.",
        discussion: """
            The account is unusable at once, its sessions are closed, friends are notified, and \
            the username is never given out again. All other data are erased within a day. This \
            cannot be undone; earlier backups still contain the account. While no daemon runs, \
            use `upford erase`.

            EXAMPLES
              upford ctl erase ana
              upford ctl erase ana --yes
            """)

    @Argument(help: "The username.")
    var user: String

    @OptionGroup var confirmation: ConfirmationOptions

    @OptionGroup var options: CtlOptions

    func run() throws {
        try confirmation.confirm(user)
        var order = AdminErase()
        order.user = user
        let (json, _) = try CtlOrder(options).give("erase", order, for: AdminErased.self)
        guard !options.json else { return showJSON(json) }
        Talk.sayLast("upford: \(user) is gone; the daemon erases the rest within a day")
    }
}
