import Kernel
import Wire

/// Sign up, log in, log out.
struct AccountCommands: Sendable {
    let hasher: PasswordHasher
    let passwords: NewPasswords
    let tokens: Tokens
    let addresses: Addresses
    let gate: RegistrationGate
    let passkeys: PasskeyVerifier

    /// Z1: makes an account; the password is hashed before the transaction begins.
    func register(
        _ command: AccountRegister, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, AccountOpened> {
        let registration = try Registration(command, passwords)
        let device = try Device(command.device)
        try store.snapshot { (snapshot) throws(Refusal) in
            _ = try gate.admit(command.invitation, in: snapshot)
            try registration.refuseTaken(addresses, in: snapshot)
        }
        let hash = try hasher.hash(command.password)
        return Inquiry { (transaction) throws(Refusal) in
            let pass = try gate.admit(command.invitation, in: transaction)
            try registration.refuseTaken(addresses, in: transaction)
            let account = try registration.store(
                passwordHash: hash, addresses, by: pass, in: transaction)
            let caller = Caller(user: account.id, username: account.username, token: 0)
            try tokens.companion.begin(command, caller, transaction)
            return try tokens.open(
                account, on: device, asGuest: command.guest, in: transaction)
        }
    }

    /// Z3: an unknown user and a wrong password get the same answer after the same time. So does
    /// one attempt too many at an account: another answer would disclose which names belong to one
    /// account.
    func login(
        _ command: AccountLogin, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, AccountOpened> {
        let device = try Device(command.device)
        let code = try passkeys.factor(
            command.code, or: command.hasPasskey ? command.passkey : nil, login: command.login,
            store)
        try TypedPassword.check(command.password, field: "password")
        let (credentials, standing) = try store.snapshot { (snapshot) throws(Refusal) in
            let found = try addresses.credentials(login: command.login, in: snapshot)
            return (
                found,
                try LoginNetwork.standing(of: admits.network, for: found?.user, in: snapshot)
            )
        }
        let isAdmitted =
            credentials.map { admits.admits($0.user, from: standing, tellingBy: store) } ?? false
        let verdict = try hasher.verify(
            command.password, against: credentials?.passwordHash, isAdmitted: isAdmitted,
            named: command.login)
        guard verdict != .wrong, let credentials else { throw .wrongCredentials }
        let renewed = try renewed(credentials, command.password, verdict)
        if standing != .known { admits.forgiveOfAll(credentials.user) }
        return Inquiry { (transaction) throws(Refusal) in
            // The password has not changed meanwhile, and the account still exists.
            guard try transaction.first(.credentials(of: credentials.user)) == credentials,
                let account = try transaction.first(.account(of: credentials.user))
            else { throw .wrongCredentials }
            try Ban.refuse(account.id, in: transaction)
            let door = SecondFactorDoor.login(of: account.id, from: admits.network, standing)
            guard try door.admit(code, in: transaction) else { return AccountOpened() }
            transaction.record(.loggedIn, of: account.id)
            if let renewed {
                try transaction.run(
                    "UPDATE account SET password_hash = \(renewed) WHERE id = \(account.id)")
            }
            if standing == .new {
                try AccountNotice.tell(
                    .newNetwork, on: device.name, to: account.id, in: transaction)
            }
            try LoginNetwork.note(admits.network, for: account.id, in: transaction)
            return try tokens.open(
                account, on: device, asGuest: command.guest, in: transaction)
        }
    }

    /// The same password, hashed as it would be today, in NFC too; nil when it is.
    private func renewed(
        _ credentials: Credentials, _ password: String, _ verdict: PasswordHasher.Verdict
    ) throws(Refusal) -> String? {
        guard let stored = credentials.passwordHash,
            verdict == .rightAsTyped || hasher.isOutdated(stored)
        else { return nil }
        return try hasher.hash(password)
    }

    /// Z4: forgets the token; the socket stays.
    func logout(
        _ command: AccountLogout, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        try transaction.run("DELETE FROM token WHERE id = \(caller.token)")
        transaction.signal(.signedOut(caller))
        return Done()
    }

    func read(
        _ command: AccountRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> AccountOpened {
        guard let account = try snapshot.first(.account(of: caller.user)) else {
            throw .notSignedIn
        }
        return AccountOpened(account, addresses)
    }
}

extension AttemptLimit {
    /// Whether a password is checked. On a network with an earlier log-in to the account, attempts
    /// from other networks do not count.
    ///
    /// - Parameter store: stores the notice for the owner, once in a while.
    fileprivate func admits(
        _ user: User.ID, from standing: LoginNetwork.Standing, tellingBy store: any Store
    ) -> Bool {
        guard self(user) else { return false }
        guard standing != .known else { return true }
        let verdict = ofAll(user)
        if verdict == .refusedFirst {
            store.write([
                WriteJob { (transaction) throws(Refusal) in
                    try AccountNotice.tell(.failedAttempts, to: user, in: transaction)
                }
            ])
        }
        return verdict == .admitted
    }
}

extension Refusal {
    fileprivate static let wrongCredentials = Refusal(
        .wrongCredentials,
        "username, e-mail or password is wrong, or there were too many attempts")
}
