public import Kernel
import WebAuthn
import Wire

/// Accounts: sign up, log in, log out, tokens (Z1, Z2, Z3, Z4, Z6), passkeys, a user's own data
/// (Z5), and what others may know.
public struct AccountsFeature: Sendable {
    private let commands: AccountCommands
    private let privacy: PrivacyCommands
    private let profile: ProfileCommands
    private let identities: IdentityCommands
    private let mail: MailCommands
    private let secondFactor: SecondFactorCommands
    private let passkeys: PasskeyCommands
    private let ownPasskeys: OwnPasskeyCommands
    private let subscriptions: DeviceSubscriptions
    private let tokens: Tokens
    private let devices: any DeviceView
    /// Verifies that the caller is the owner.
    public let proofs: Proofs

    /// Runs in the transaction in which a user has chosen what others may know.
    public typealias DiscretionObserver =
        @Sendable (User.ID, _ change: (old: Discretion, new: Discretion), Transaction)
        throws(Refusal) -> Void

    /// - Parameters:
    ///   - common: passwords that are refused.
    ///   - tokenTerms: how long a log-in lasts.
    ///   - devices: which of them are connected.
    ///   - issuers: the trusted issuers of outside identities.
    ///   - profiles: announces new names.
    ///   - mail: how mail is sent, which proves addresses; nil: it is not.
    ///   - subscriptions: the push subscriptions of devices.
    ///   - companion: what another feature adds to an account.
    ///   - gate: whom the server takes.
    ///   - origins: those of the server's pages, as browsers write them; asked each time. The
    ///     first that can have passkeys is their domain.
    ///   - discretionObservers: run when a user has chosen what others may know.
    public init(
        hasher: PasswordHasher, common: CommonPasswords = CommonPasswords(),
        tokenTerms: TokenTerms, devices: any DeviceView,
        issuers: any IdentityIssuers = NoIssuers(), profiles: Profiles,
        mail: MailTerms? = nil, subscriptions: DeviceSubscriptions = DeviceSubscriptions(),
        companion: AccountCompanion = .none, gate: RegistrationGate = RegistrationGate(),
        origins: @escaping @Sendable () -> [String] = { [] },
        discretionObservers: [DiscretionObserver] = []
    ) {
        privacy = PrivacyCommands(observers: discretionObservers)
        let addresses = Addresses(mail: mail)
        let passwords = NewPasswords(common: common)
        let tokens = Tokens(
            terms: tokenTerms, addresses: addresses, companion: companion,
            ceiling: LogInCeiling(max: tokenTerms.logInsMax, view: devices))
        (self.tokens, self.devices) = (tokens, devices)
        self.mail = MailCommands(addresses: addresses, hasher: hasher, passwords: passwords)
        self.subscriptions = subscriptions
        let verifier = PasskeyVerifier(origins: origins)
        proofs = Proofs(hasher: hasher, issuers: issuers, passkeys: verifier)
        secondFactor = SecondFactorCommands(proofs: proofs)
        passkeys = PasskeyCommands(verifier: verifier, tokens: tokens, gate: gate)
        ownPasskeys = OwnPasskeyCommands(verifier: verifier, proofs: proofs)
        commands = AccountCommands(
            hasher: hasher, passwords: passwords, tokens: tokens, addresses: addresses, gate: gate,
            passkeys: verifier)
        identities = IdentityCommands(
            issuers: issuers, tokens: tokens, proofs: proofs, gate: gate, passkeys: verifier)
        profile = ProfileCommands(
            hasher: hasher, passwords: passwords, proofs: proofs, profiles: profiles,
            identities: identities)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(AccountSchema.migrations)
        catalog.tally("users", "SELECT count(*) FROM person")
        catalog.atStart { transaction throws(Refusal) in try ServerKeys.begin(in: transaction) }
        installEvents(in: &catalog)
        installLogins(in: &catalog)
        installProfile(in: &catalog)
        installIdentities(in: &catalog)
        installMail(in: &catalog)
        installSecondFactor(in: &catalog)
        installPasskeys(in: &catalog)
        installOwnPasskeys(in: &catalog)
        catalog.read(Command.privacyRead, reply: { .privacy($0) }, privacy.read)
        catalog.writeOnce(
            Command.privacySet, reply: { .privacy($0) }, rate: .settings,
            takesBack: PrivacyCommands.takesBack, privacy.set)
        let privacy = privacy
        catalog.contribute { (caller, snapshot, whole) throws(Refusal) in
            whole.privacy = try privacy.read(PrivacyRead(), caller, snapshot)
        }
        catalog.onErase(AccountErasure.step)
        AccountDisclosure(privacy: privacy, addresses: mail.addresses).install(in: &catalog)
        let evictions = Evictions(
            hasher: proofs.hasher, identities: identities, subscriptions: subscriptions)
        AccountOrders(issuers: proofs.issuers, passkeys: proofs.passkeys, evictions: evictions)
            .install(in: &catalog)
    }

    private func installLogins(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.prepareForAnyone(
            Command.accountRegister, reply: { .account($0) }, rate: .registrations,
            commands.register)
        catalog.prepareForAnyone(
            Command.accountLogin, reply: { .account($0) }, rate: .logins, account: \.login,
            commands.login)
        // Without a cid: a caller who has logged out has no session in which to repeat it.
        catalog.write(
            Command.accountLogout, reply: { .done($0) }, endsSession: true,
            takesBack: { _ in .yes }, commands.logout)
        // Without a cid: a stored reply would be a token in the data.
        catalog.write(
            Command.tokenRenew, reply: { .account($0) }, rate: .settings, tokens.renew)
        catalog.audit(SpareTokens.audits)
        let (terms, expiry) = (tokens.terms, TokenExpiry(terms: tokens.terms, view: devices))
        catalog.atStart { transaction throws(Refusal) in
            try SpareTokens.settle(terms, in: transaction)
        }
        catalog.chore("token.expire", every: .seconds(1)) { transaction throws(Refusal) in
            try expiry.prune(in: transaction)
        }
    }

    private func installProfile(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.read(Command.accountRead, reply: { .account($0) }, commands.read)
        catalog.writeOnce(
            Command.accountUpdate, reply: { .account($0) }, rate: .profiles, profile.update)
        let proofs = proofs
        catalog.prepare(
            Command.passwordChange, reply: { .identities($0) }, rate: .proofs,
            awaiting: { proofs.awaited($0.proof) }, profile.changePassword)
        catalog.prepare(
            Command.emailChange, reply: { .account($0) }, rate: .proofs,
            awaiting: { proofs.awaited($0.proof) }, profile.changeEmail)
    }

    private func installIdentities(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        let (proofs, issuers) = (proofs, proofs.issuers)
        catalog.atStart(identities.settle)
        catalog.prepareForAnyone(
            Command.identityBegin, reply: { .identityChallenge($0) }, rate: .logins,
            identities.begin)
        catalog.prepareForAnyone(
            Command.identityLogin, reply: { .account($0) }, rate: .logins,
            awaiting: { issuers.awaited(for: $0.idToken, of: $0.issuer) }, identities.login)
        catalog.prepare(
            Command.identityLink, reply: { .identities($0) }, rate: .proofs,
            awaiting: { issuers.awaited(for: $0.proof, and: $0.idToken, of: $0.issuer) },
            identities.link)
        catalog.prepare(
            Command.identityUnlink, reply: { .identities($0) }, rate: .proofs,
            awaiting: { proofs.awaited($0.proof) }, identities.unlink)
        catalog.read(Command.identityList, reply: { .identities($0) }, identities.list)
        catalog.chore("nonce.expire", every: .seconds(10)) { transaction throws(Refusal) in
            try Nonce.prune(in: transaction)
        }
    }

    private func installMail(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.audit(MailSchema.audits)
        // Without a cid: a repeated command creates another code, and a code is good once.
        catalog.write(Command.emailProve, reply: { .email($0) }, rate: .proofs, mail.prove)
        catalog.write(Command.emailConfirm, reply: { .email($0) }, rate: .proofs, mail.confirm)
        catalog.prepareForAnyone(
            Command.passwordForgot, reply: { .done($0) }, rate: .recoveries, account: \.login,
            mail.forgot)
        catalog.prepareForAnyone(
            Command.passwordRecover, reply: { .done($0) }, rate: .recoveries, account: \.login,
            mail.recover)
        let interval = Duration.seconds(mail.addresses.areProven ? 1 : 10)
        catalog.backlog("mail.grant", every: interval, mail.grant)
        catalog.chore("mail.prune", every: .seconds(10)) { transaction throws(Refusal) in
            try MailSchema.prune(in: transaction)
        }
    }

    private func installSecondFactor(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        let proofs = proofs
        catalog.audit(StoredSecondFactor.audits)
        catalog.prepare(
            Command.accountProve, reply: { .done($0) }, rate: .proofs,
            awaiting: { proofs.awaited($0.proof) }, proofs.prove)
        catalog.read(
            Command.secondFactorRead, reply: { .secondFactor($0) }, secondFactor.read)
        catalog.prepare(
            Command.secondFactorBegin, reply: { .secondFactorSecret($0) }, rate: .proofs,
            awaiting: { proofs.awaited($0.proof) }, secondFactor.begin)
        // Without a cid: a code is good once.
        catalog.write(
            Command.secondFactorConfirm, reply: { .recoveryCodes($0) }, rate: .proofs,
            secondFactor.confirm)
        catalog.prepare(
            Command.secondFactorDrop, reply: { .secondFactor($0) }, rate: .proofs,
            awaiting: { proofs.awaited($0.proof) }, secondFactor.drop)
        catalog.prepare(
            Command.recoveryCodesRenew, reply: { .recoveryCodes($0) }, rate: .proofs,
            awaiting: { proofs.awaited($0.proof) }, secondFactor.renewCodes)
    }

    /// The domain of the passkeys of a server whose pages have these origins; nil: it has none.
    public static func passkeyDomain(of origins: [String]) -> String? {
        RelyingParty(origins: origins)?.id
    }

    private func installPasskeys(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.prepareForAnyone(
            Command.passkeyBegin, reply: { .passkeyChallenge($0) }, rate: .logins, passkeys.begin)
        catalog.prepareForAnyone(
            Command.passkeyLogin, reply: { .account($0) }, rate: .logins, passkeys.login)
        catalog.prepareForAnyone(
            Command.passkeyRegisterBegin, reply: { .passkeyCreation($0) }, rate: .registrations,
            passkeys.beginRegistration)
        catalog.prepareForAnyone(
            Command.passkeyRegister, reply: { .account($0) }, rate: .registrations,
            passkeys.register)
    }

    private func installOwnPasskeys(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        let proofs = proofs
        // Without a cid, like the next: a challenge is good once.
        catalog.write(
            Command.passkeyProveBegin, reply: { .passkeyChallenge($0) }, rate: .settings,
            ownPasskeys.beginProof)
        catalog.write(
            Command.passkeyAddBegin, reply: { .passkeyCreation($0) }, rate: .settings,
            ownPasskeys.beginAdding)
        catalog.prepare(
            Command.passkeyAdd, reply: { .passkeys($0) }, rate: .proofs,
            awaiting: { proofs.awaited($0.proof) }, ownPasskeys.add)
        catalog.read(Command.passkeyList, reply: { .passkeys($0) }, ownPasskeys.list)
        catalog.writeOnce(
            Command.passkeyRename, reply: { .passkeys($0) }, rate: .settings, ownPasskeys.rename)
        catalog.writeOnce(
            Command.passkeyDelete, reply: { .passkeys($0) }, rate: .settings,
            takesBack: { _ in .yes }, ownPasskeys.delete)
        catalog.prepare(
            Command.secondFactorPasskeys, reply: { .recoveryCodes($0) }, rate: .proofs,
            awaiting: { proofs.awaited($0.proof) }, ownPasskeys.demandPasskeys)
    }

    /// What others may know of a user.
    public static func discretion(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Discretion {
        try snapshot.first(.discretion(of: user)) ?? Discretion()
    }

    /// Whether an account may not be used now.
    public static func isBanned(
        _ user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try snapshot.first(.ban(of: user, at: snapshot.now)) != nil
    }

    /// The holder of `token`. A use that is to be recorded is signalled to the hub.
    ///
    /// - Throws: `.invalidToken` if it has no holder, or none any longer; `.banned` if the account
    ///   may not be used now.
    public static func caller(
        token: String, in snapshot: Snapshot
    ) throws(Refusal) -> Caller {
        let presented = try PresentedToken.find(token, in: snapshot)
        if let use = presented?.use(at: snapshot.now) { snapshot.signal(.tokenUsed(use)) }
        guard let presented, presented.isGood(at: snapshot.now) else { throw .invalidToken }
        try Ban.refuse(presented.caller.user, in: snapshot)
        return presented.caller
    }

    /// Records uses of tokens.
    public static func note(
        _ uses: [TokenUse], _ terms: TokenTerms, in transaction: Transaction
    ) throws(Refusal) {
        for use in uses { try SpareTokens.note(use, terms, in: transaction) }
    }

    /// A log-in that was good a moment ago still is.
    ///
    /// - Throws: `.invalidToken` when it has ended, `.banned`.
    public static func confirm(_ caller: Caller, in snapshot: Snapshot) throws(Refusal) {
        guard try snapshot.first(.logIn(caller.token)) != nil else { throw .invalidToken }
        try Ban.refuse(caller.user, in: snapshot)
    }

    /// The account named in `field` of a command.
    ///
    /// - Throws: `.notFound` when there is none.
    public static func account(
        named username: String, field: String, in snapshot: Snapshot
    ) throws(Refusal) -> Account {
        guard let account = try snapshot.first(.account(named: username)) else {
            throw Refusal(.notFound, field: field, "no such user")
        }
        return account
    }
}

extension Refusal {
    fileprivate static let invalidToken = Refusal(
        .invalidToken, field: "token", "the token is invalid or has expired")
}

extension AccountsFeature {
    /// Bans an account, and ends its sessions.
    ///
    /// A ban that lasts longer stays as it is.
    ///
    /// - Parameters:
    ///   - reason: shown to the user; at most 200 characters.
    ///   - until: nil: for good.
    public static func ban(
        _ user: User.ID, because reason: String, until: Moment?, in transaction: Transaction
    ) throws(Refusal) {
        if let ban = try transaction.first(.ban(of: user, at: transaction.now)) {
            guard let end = ban.until else { return }
            if let until, until <= end { return }
        }
        try Ban.set(on: user, because: reason, until: until, in: transaction)
    }
}

extension AccountsFeature {
    /// Events about an account to its devices, and about a profile to friends.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(\.profileChanged) { [$0.user.username] }
        catalog.event(\.accountChanged) { _ in [] }
        catalog.event(\.privacyChanged) { _ in [] }
    }
}

extension Work {
    /// The same, as long as the caller's log-in has not ended: nothing else informs the connection
    /// of a request of that.
    public func confirming(_ caller: Caller) -> Work {
        switch self {
        case .write(let run): return .write(caller.confirmed(run))
        case .read(let run): return .read(caller.confirmed(run))
        case .file(.stored(let look), let thing):
            return .file(.stored(caller.confirmed(look)), thing: thing)
        case .prepare(let prepare):
            let checked: @Sendable (any Store, AttemptLimit) throws(Refusal) -> Work = {
                (store, admits) throws(Refusal) in
                try store.snapshot { (snapshot) throws(Refusal) in
                    try AccountsFeature.confirm(caller, in: snapshot)
                }
                return try prepare(store, admits).confirming(caller)
            }
            return .prepare(checked)
        case .wait(let awaited, let next):
            let checked: @Sendable (any Store) throws(Refusal) -> Work = {
                (store) throws(Refusal) in try next(store).confirming(caller)
            }
            return .wait(awaited, then: checked)
        case .live, .refused, .file(.here, _): return self
        }
    }
}

extension Caller {
    /// Work on the data that begins with a look at the caller's log-in.
    fileprivate func confirmed<State: Snapshot, Value>(
        _ run: @escaping @Sendable (State) throws(Refusal) -> Value
    ) -> @Sendable (State) throws(Refusal) -> Value {
        { (state) throws(Refusal) in
            try AccountsFeature.confirm(self, in: state)
            return try run(state)
        }
    }
}
