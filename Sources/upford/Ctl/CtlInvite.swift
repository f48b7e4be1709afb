import ArgumentParser
import Wire

struct CtlCreateUser: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create-user",
        abstract: "Create an account and print its password.",
        discussion: """
            It works whatever `registration` is set to. You vouch for nothing: a given e-mail \
            address has to be confirmed by its owner. The owner should replace the password.

            EXAMPLES
              upford ctl create-user ana
              upford ctl create-user ana --name 'Ana Lima' --email ana@example.org
              upford ctl create-user ana --json | jq -r .password
            """)

    @Argument(help: "The username: 3 to 20 of a-z, 0-9 and _, starting with a letter.")
    var user: String

    @Option(help: "The name that others see (default: the username).")
    var name: String?

    @Option(help: "The e-mail address (default: none).")
    var email: String?

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminUserCreate()
        (order.user, order.displayName, order.email) = (user, name ?? "", email ?? "")
        let (json, answer) = try CtlOrder(options)
            .give("create-user", order, for: AdminUserCreated.self)
        guard !options.json else { return showJSON(json) }
        print(answer.password)
        Talk.flush()
        Talk.sayLast("created: \(answer.user), number \(answer.uid)")
    }
}

struct CtlInvite: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Create an invitation that opens accounts, and print its code.",
        discussion: """
            For a server with `registration: invite`. People open https://YOUR.HOST/i#CODE, or \
            give the code to `upfor register --invitation`. The code is printed once: the data \
            have only its hash. It makes nobody friends; users have invitations of their own.

            EXAMPLES
              upford ctl invite
              upford ctl invite --uses 20 --for 30d
              upford ctl invite --json | jq -r .code
            """)

    @Option(help: "How many accounts it may open, 1 to 1000 (default: 1).")
    var uses: UInt32?

    @Option(
        name: .customLong("for"),
        help: "How long it is valid, in whole hours: 12h, 7d (default: 7d; at most 365d).")
    var duration: String?

    @OptionGroup var options: CtlOptions

    func validate() throws {
        if let duration, Self.hours(duration) == nil {
            throw ValidationError("--for: expected 12h or 7d, got \"\(duration)\"")
        }
    }

    func run() throws {
        var order = AdminInvite()
        if let uses { order.uses = uses }
        if let hours = duration.flatMap(Self.hours) { order.hours = hours }
        let (json, made) = try CtlOrder(options)
            .give("invite", order, for: PersonalInvitation.self)
        guard !options.json else { return showJSON(json) }
        print(made.code)
        Talk.flush()
        Talk.sayLast(
            "created: invitation \(made.number), for \(made.uses), until \(made.expiresAt.text)")
    }

    /// As in 12h: whole hours.
    private static func hours(_ text: String) -> UInt32? {
        guard let seconds = CtlBan.seconds(text), seconds % 3_600 == 0 else { return nil }
        return UInt32(exactly: seconds / 3_600)
    }
}

struct CtlInvitations: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract: "List the invitations of `ctl invite` that are valid.",
        discussion: """
            EXAMPLES
              upford ctl invitations
            """)

    @OptionGroup var options: CtlOptions

    func run() throws {
        let (json, list) = try CtlOrder(options)
            .give("invitations", AdminInvitationsRead(), for: PersonalInvitations.self)
        guard !options.json else { return showJSON(json) }
        var table = CtlTable("NUMBER", "USED", "OF", "UNTIL")
        for made in list.invitations {
            table.add("\(made.number)", "\(made.used)", "\(made.uses)", made.expiresAt.text)
        }
        table.show()
    }
}

struct CtlRevokeInvitation: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke-invitation",
        abstract: "Revoke an invitation; accounts that it opened stay.",
        discussion: """
            EXAMPLES
              upford ctl revoke-invitation 1234567
            """)

    @Argument(help: "The number, as `upford ctl invitations` lists it.")
    var number: UInt32

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminInvitationRevoke()
        order.number = number
        let (json, _) = try CtlOrder(options)
            .give("revoke-invitation", order, for: AdminInvitationRevoked.self)
        options.json ? showJSON(json) : Talk.sayLast("revoked: invitation \(number)")
    }
}
