public import Kernel
import Wire

/// Accounts: sign up, log in, log out, tokens (Z1, Z3, Z4, Z6).
public struct AccountsFeature: Sendable {
    private let commands: AccountCommands

    /// - Parameter tokenLifetime: how long a log-in lasts.
    public init(hasher: PasswordHasher, tokenLifetime: Duration) {
        commands = AccountCommands(hasher: hasher, tokenLifetime: tokenLifetime)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        catalog.migrate(AccountSchema.migrations)
        catalog.prepareForAnyone(
            ClientMessage.OneOf_Command.accountRegister, reply: { .account($0) },
            commands.register)
        catalog.prepareForAnyone(
            ClientMessage.OneOf_Command.accountLogin, reply: { .account($0) }, commands.login)
        catalog.write(
            ClientMessage.OneOf_Command.accountLogout, reply: { .done($0) }, commands.logout)
        catalog.read(
            ClientMessage.OneOf_Command.accountRead, reply: { .account($0) }, commands.read)
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
