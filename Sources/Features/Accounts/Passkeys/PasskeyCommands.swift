import Kernel
import WebAuthn
import Wire

/// Registration and log-in by passkeys.
struct PasskeyCommands: Sendable {
    let verifier: PasskeyVerifier
    let tokens: Tokens
    let gate: RegistrationGate
    private var addresses: Addresses { tokens.addresses }

    /// Looks nothing up: neither the answer nor its time depends on accounts.
    func begin(
        _ command: PasskeyBegin, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, PasskeyChallenge> {
        let site = try verifier.site()
        let login = try Self.login(command.login)
        let purpose: PasskeyPurpose =
            command.secondFactor ? .secondFactor(of: login) : .logIn(as: login)
        return Inquiry { (transaction) throws(Refusal) in
            try PasskeyChallenge(for: purpose, at: site, in: transaction)
        }
    }

    /// Opens the account of a passkey, which has verified its owner: that is a second factor.
    func login(
        _ command: PasskeyLogin, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, AccountOpened> {
        let device = try Device(command.device)
        let login = try Self.login(command.login)
        let use = try verifier.check(command.passkey, for: .logIn(as: login), store)
        let standing = try store.snapshot { (snapshot) throws(Refusal) in
            try LoginNetwork.standing(of: admits.network, for: use.user, in: snapshot)
        }
        return Inquiry { (transaction) throws(Refusal) in
            let named =
                login.isEmpty
                ? use.user : try addresses.credentials(login: login, in: transaction)?.user
            guard named == use.user, let account = try transaction.first(.account(of: use.user))
            else { throw .badPasskey(.init(PasskeyFlaw.owner), "passkey") }
            try Ban.refuse(account.id, in: transaction)
            guard try use.spend(in: transaction) else { return AccountOpened() }
            transaction.record(.loggedIn, of: account.id)
            if standing == .new {
                try AccountNotice.tell(
                    .newNetwork, on: device.name, to: account.id, in: transaction)
            }
            try LoginNetwork.note(admits.network, for: account.id, in: transaction)
            return try tokens.open(
                account, on: device, asGuest: command.guest, in: transaction)
        }
    }

    func beginRegistration(
        _ command: PasskeyRegisterBegin, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, PasskeyCreation> {
        let site = try verifier.site()
        let registration = try Registration(command)
        return Inquiry { (transaction) throws(Refusal) in
            _ = try gate.admit(command.invitation, in: transaction)
            try registration.refuseTaken(addresses, in: transaction)
            return try PasskeyCreation(
                of: registration.username.description, registration.displayName.text,
                for: .register(registration.username.description), at: site, in: transaction)
        }
    }

    /// Makes an account without a password.
    func register(
        _ command: PasskeyRegister, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, AccountOpened> {
        let registration = try Registration(command)
        let device = try Device(command.device)
        let name = try PasskeyName(command.name, or: device.name)
        try store.snapshot { (snapshot) throws(Refusal) in
            _ = try gate.admit(command.invitation, in: snapshot)
            try registration.refuseTaken(addresses, in: snapshot)
        }
        let made = try verifier.check(
            command.passkey, for: .register(registration.username.description), store)
        return Inquiry { (transaction) throws(Refusal) in
            let pass = try gate.admit(command.invitation, in: transaction)
            try registration.refuseTaken(addresses, in: transaction)
            let account = try registration.store(
                passwordHash: "", addresses, by: pass, in: transaction)
            try made.store(for: account.id, named: name.text, in: transaction)
            return try tokens.open(
                account, on: device, asGuest: command.guest, in: transaction)
        }
    }

    private static func login(_ text: String) throws(Refusal) -> String {
        guard PasskeyLogin.loginBytes.contains(text.utf8.count) else {
            throw Refusal(
                .invalidField, field: "login", "expected a username or an e-mail address")
        }
        return text
    }
}

/// The name by which an owner knows a passkey.
struct PasskeyName: Sendable {
    let text: String

    /// - Parameter other: the name of a passkey that was given none.
    init(_ text: String, or other: String = "") throws(Refusal) {
        self.text = try PlainText(
            text.isEmpty ? other : text, .init(PasskeyRename.nameLength), field: "name"
        ).text
    }
}

extension PasskeyChallenge {
    /// - Parameter allow: ids of the passkeys that may answer; empty: each of the domain.
    init(
        for purpose: PasskeyPurpose, at site: RelyingParty, allow: [[UInt8]] = [],
        in transaction: Transaction
    ) throws(Refusal) {
        self.init()
        let nonce = try Nonce(purpose.nonce, in: transaction)
        (challenge, expiresAt) = (nonce.text, nonce.expires.timestamp)
        (rpID, userVerification) = (site.id, purpose.isAlone ? "required" : "preferred")
        self.allow = allow.map(Base64URL.text)
    }
}

extension PasskeyCreation {
    /// - Parameter exclude: ids of passkeys that the account has.
    init(
        of username: String, _ displayName: String, for purpose: PasskeyPurpose,
        at site: RelyingParty, exclude: [[UInt8]] = [], in transaction: Transaction
    ) throws(Refusal) {
        self.init()
        let nonce = try Nonce(purpose.nonce, in: transaction)
        (challenge, expiresAt, rpID) = (nonce.text, nonce.expires.timestamp, site.id)
        userHandle = Base64URL.text(try PasskeyHandle(of: username, in: transaction).bytes)
        (self.username, self.displayName) = (username, displayName)
        algorithms = PublicKey.Algorithm.allCases.map { Int32(clamping: $0.rawValue) }
        self.exclude = exclude.map(Base64URL.text)
    }
}
