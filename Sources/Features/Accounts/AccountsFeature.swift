public import Kernel
public import Wire

extension PrivacySet: Repeatable {}

/// Accounts: sign up, log in, log out, tokens (Z1, Z3, Z4, Z6), and what others may know.
public struct AccountsFeature: Sendable {
    private let commands: AccountCommands
    private let privacy = PrivacyCommands()

    /// - Parameter tokenLifetime: how long a log-in lasts.
    public init(hasher: PasswordHasher, tokenLifetime: Duration) {
        commands = AccountCommands(hasher: hasher, tokenLifetime: tokenLifetime)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(AccountSchema.migrations)
        catalog.prepareForAnyone(
            Command.accountRegister, reply: { .account($0) }, rate: .registrations,
            commands.register)
        catalog.prepareForAnyone(
            Command.accountLogin, reply: { .account($0) }, rate: .logins, account: \.login,
            commands.login)
        // Without a cid: whoever logged out has no session to ask again in.
        catalog.write(
            Command.accountLogout, reply: { .done($0) }, endsSession: true, commands.logout)
        catalog.read(Command.accountRead, reply: { .account($0) }, commands.read)
        catalog.read(Command.privacyRead, reply: { .privacy($0) }, privacy.read)
        catalog.writeOnce(
            Command.privacySet, reply: { .privacy($0) }, rate: .settings, privacy.set)
        let privacy = privacy
        catalog.contribute { (caller, snapshot, whole) throws(Refusal) in
            whole.privacy = try privacy.read(PrivacyRead(), caller, snapshot)
        }
        catalog.chore("token.expire", every: .seconds(1)) { transaction throws(Refusal) in
            try TokenExpiry.prune(in: transaction)
        }
    }

    /// What others may know of a user.
    public static func discretion(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Discretion {
        try snapshot.first(.discretion(of: user)) ?? Discretion()
    }

    /// Who holds `token`.
    ///
    /// - Throws: `.invalidToken` when nobody does (any more).
    public static func caller(
        token: String, in snapshot: Snapshot
    ) throws(Refusal) -> Caller {
        let hash = TokenSecret(presented: token).hash
        guard let caller = try snapshot.first(.caller(secretHash: hash, at: snapshot.now)) else {
            throw Refusal(.invalidToken, field: "token", "this token is not valid (any more)")
        }
        return caller
    }

    /// The account named in `field` of a command.
    ///
    /// - Throws: `.notFound` when there is none.
    public static func account(
        named username: String, field: String, in snapshot: Snapshot
    ) throws(Refusal) -> Account {
        guard let account = try snapshot.first(.account(named: username)) else {
            throw Refusal(.notFound, field: field, "username does not exist")
        }
        return account
    }
}
