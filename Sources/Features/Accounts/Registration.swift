public import Kernel
import Wire

/// A registration whose every field is valid.
struct Registration: Sendable {
    let username: Username
    /// Nil: the account has none.
    let email: EmailAddress?
    let displayName: PlainText
    /// Whether an issuer vouches for the address.
    var isVouchedFor = false

    init(_ command: AccountRegister, _ passwords: NewPasswords) throws(Refusal) {
        username = try Username(command.username, field: "username")
        email =
            command.hasSpeaker && command.email.isEmpty
            ? nil : try EmailAddress(command.email, field: "email")
        displayName = try Self.displayName(command.displayName, of: command.username)
        try passwords.check(
            command.password,
            of: .init(username: username.description, email: email?.text ?? ""))
    }

    /// With an outside identity: the user's fields take precedence over the claims of the issuer.
    /// Only an address from a claim is vouched for.
    init(_ command: IdentityLogin, _ identity: OutsideIdentity) throws(Refusal) {
        username = try Username(command.username, field: "username")
        if command.email.isEmpty, let vouched = identity.email,
            let address = try? EmailAddress(vouched, field: "email")
        {
            email = address
            isVouchedFor = true
        } else {
            email = try EmailAddress(command.email, field: "email")
        }
        if !command.displayName.isEmpty {
            displayName = try PlainText(
                command.displayName, Self.nameLimits, field: "displayName")
        } else if let name = identity.name,
            let text = try? PlainText(name, Self.nameLimits, field: "displayName")
        {
            displayName = text
        } else {
            displayName = try PlainText(
                command.username, Self.nameLimits, field: "displayName")
        }
    }

    /// With a passkey, without a password.
    init(_ command: PasskeyRegister) throws(Refusal) {
        username = try Username(command.username, field: "username")
        email = try EmailAddress(command.email, field: "email")
        displayName = try Self.displayName(command.displayName, of: command.username)
    }

    /// As far as it is known before there is a passkey: perhaps without the address.
    init(_ command: PasskeyRegisterBegin) throws(Refusal) {
        username = try Username(command.username, field: "username")
        email =
            command.email.isEmpty ? nil : try EmailAddress(command.email, field: "email")
        displayName = try Self.displayName(command.displayName, of: command.username)
    }

    private static func displayName(
        _ text: String, of username: String
    ) throws(Refusal) -> PlainText {
        try PlainText(text.isEmpty ? username : text, nameLimits, field: "displayName")
    }

    /// By an administrator: the account needs no address, and gets a password of the server's.
    init(_ order: AdminUserCreate) throws(Refusal) {
        username = try Username(order.user, field: "user")
        email = order.email.isEmpty ? nil : try EmailAddress(order.email, field: "email")
        displayName = try PlainText(
            order.displayName.isEmpty ? order.user : order.displayName, Self.nameLimits,
            field: "displayName")
    }

    static var nameLimits: PlainText.Limits { .init(AccountRegister.displayNameLength) }

    /// Z6: a name or an address belongs to one account; the name of a deleted account is not given
    /// again.
    func refuseTaken(_ addresses: Addresses, in snapshot: Snapshot) throws(Refusal) {
        let isFormer = try FormerUsername.exists(username.description, in: snapshot)
        let owner = try snapshot.first(.account(named: username.description))
        if isFormer || owner != nil {
            throw Refusal(.usernameTaken, field: "username", "this username is taken")
        }
        if let email { try addresses.refuseTaken(email, in: snapshot) }
    }

    /// Creates the account, and redeems the invitation that it was made with. If addresses are
    /// proven, its own is mailed a code.
    ///
    /// - Parameters:
    ///   - passwordHash: empty for an account without a password.
    ///   - pass: admits the account.
    func store(
        passwordHash: String, _ addresses: Addresses, by pass: RegistrationGate.Pass,
        in transaction: Transaction
    ) throws(Refusal) -> Account {
        var account = Account(
            id: transaction.makeID(), username: username.description,
            displayName: displayName.text, email: email?.text ?? "")
        account.isEmailVerified = isVouchedFor
        try transaction.run(
            """
            INSERT INTO account (id, username, email, display_name, password_hash, created_ms)
            VALUES (\(account.id), \(account.username), \(Addresses.none(of: account.id)),
                \(account.displayName), \(passwordHash), \(transaction.now))
            """)
        try addresses.set(email, isVerified: isVouchedFor, of: account.id, in: transaction)
        if email != nil, !isVouchedFor {
            try addresses.sendCode(to: account, in: transaction)
        }
        transaction.record(.registered, of: account.id)
        try pass.redeem(account, transaction)
        return account
    }
}

/// The name that a client gives the device it runs on.
public struct Device: Equatable, Sendable {
    /// Of `AccountRegister.deviceLength` characters.
    public let name: String

    /// Takes `name`, or refuses the command.
    public init(_ name: String) throws(Refusal) {
        self.name = try PlainText(
            name, .init(AccountRegister.deviceLength), field: "device"
        ).text
    }
}

extension Refusal {
    static let emailTaken = Refusal(
        .emailTaken, field: "email", "this e-mail address is taken")
    /// For a client that signs up with an outside identity.
    static let emailTakenHere = Refusal(
        .emailTaken, field: "email",
        "an account here has this e-mail address: sign in to it and link this identity to it, or "
            + "sign up with another address")
}
