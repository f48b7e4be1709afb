import Kernel
import Wire

/// Sign up and log in with an outside identity (Z2), and which of them open an account.
struct IdentityCommands: Sendable {
    let issuers: any IdentityIssuers
    let tokens: Tokens
    let proofs: Proofs
    let gate: RegistrationGate
    let passkeys: PasskeyVerifier
    var addresses: Addresses { tokens.addresses }

    func begin(
        _ command: IdentityBegin, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, IdentityChallenge> {
        guard let invitation = issuers.invitation(to: command.issuer) else {
            throw .noSuchIssuer
        }
        return Inquiry { (transaction) throws(Refusal) in
            let nonce = try Nonce(in: transaction)
            var challenge = IdentityChallenge()
            challenge.nonce = nonce.text
            challenge.expiresAt = nonce.expires.timestamp
            challenge.issuer = invitation.issuer
            challenge.clientID = invitation.clientID
            return challenge
        }
    }

    /// Opens the identity's account; the first time it creates one, in the same transaction. A
    /// refusal does not use the token up: the client may send it again, with a username.
    func login(
        _ command: IdentityLogin, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, AccountOpened> {
        let device = try Device(command.device)
        let code = try passkeys.factor(
            command.code, or: command.hasPasskey ? command.passkey : nil, login: "", store)
        let identity = try issuers.verify(command.idToken, of: command.issuer)
        return Inquiry { (transaction) throws(Refusal) in
            guard try Nonce.isGood(identity.nonce, in: transaction) else {
                throw .badIDToken(.nonce)
            }
            let owner = try transaction.first(.owner(of: identity))
            // Before it is spent, so that the token comes again with a code, or a better one.
            if let owner {
                let door = SecondFactorDoor.identity(of: owner)
                guard try door.admit(code, in: transaction) else { return AccountOpened() }
            }
            guard try Nonce.spend(identity.nonce, in: transaction) else {
                throw .badIDToken(.nonce)
            }
            let account: Account
            if let owner {
                guard let known = try transaction.first(.account(of: owner)) else { throw .fault }
                account = known
                try Ban.refuse(account.id, in: transaction)
                transaction.record(.loggedIn, of: account.id)
            } else {
                account = try register(command, identity, in: transaction)
            }
            var opened = try tokens.open(
                account, on: device, asGuest: command.guest, in: transaction)
            opened.identity = IdentityProfile(identity, at: transaction.now)
            return opened
        }
    }

    func link(
        _ command: IdentityLink, _ caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, Identities> {
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        let identity = try issuers.verify(command.idToken, of: command.issuer)
        return proven.then { (transaction) throws(Refusal) in
            guard try Nonce.spend(identity.nonce, in: transaction) else {
                throw .badIDToken(.nonce)
            }
            if let owner = try transaction.first(.owner(of: identity)) {
                guard owner == caller.user else { throw .identityTaken }
                return try list(IdentityList(), caller, transaction)
            }
            try makeRoom(for: identity, of: caller.user, in: transaction)
            try link(identity, to: caller.user, in: transaction)
            try AccountNotice.tell(
                .identityLinked, by: caller, issuer: identity.issuer, in: transaction)
            return try list(IdentityList(), caller, transaction)
        }
    }

    func unlink(
        _ command: IdentityUnlink, _ caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, Identities> {
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        return proven.then { (transaction) throws(Refusal) in
            try unlink(command.issuer, of: caller.user, in: transaction)
            try AccountNotice.tell(
                .identityUnlinked, by: caller, issuer: command.issuer, in: transaction)
            return try list(IdentityList(), caller, transaction)
        }
    }

    /// Unlinks the identity of this issuer from a user's account.
    ///
    /// - Throws: `.notFound` if there is none; `.lastWayIn` if nothing else opens the account.
    func unlink(
        _ issuer: String, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        let linked = try transaction.all(.identities(of: user))
        guard linked.contains(where: { $0.issuer == issuer }) else {
            throw Refusal(
                .notFound, field: "issuer", "no identity of this issuer opens the account")
        }
        let others = linked.filter { $0.issuer != issuer && issuers.isWayIn($0) }
        let credentials = try transaction.first(.credentials(of: user))
        let opening = try transaction.all(.passkeys(of: user))
            .filter { $0.domain == passkeys.domain }
        guard !others.isEmpty || !opening.isEmpty || credentials?.passwordHash != nil else {
            throw Refusal(
                .lastWayIn, field: "issuer",
                "this is the last way into the account: set a password first")
        }
        try unlink(issuer, from: user, in: transaction)
    }

    /// Unlinks all outside identities from a user's account.
    func unlinkAll(of user: User.ID, in transaction: Transaction) throws(Refusal) {
        for identity in try transaction.all(.identities(of: user)) {
            try unlink(identity.issuer, from: user, in: transaction)
        }
    }

    /// Those that open the account, and every issuer there is now.
    func list(
        _ command: IdentityList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Identities {
        var identities = Identities()
        identities.identities = try snapshot.all(.identities(of: caller.user))
            .filter(issuers.isWayIn).map(\.linked)
        identities.issuers = issuers.names
        return identities
    }

    /// Identities of before addresses were stored are those of the issuer that has their name.
    func settle(in transaction: Transaction) throws(Refusal) {
        for name in issuers.names {
            guard let address = issuers.address(of: name) else { continue }
            try transaction.run(
                """
                UPDATE outside_identity SET address = \(address)
                WHERE issuer = \(name) AND address = ''
                """)
        }
    }

    private func register(
        _ command: IdentityLogin, _ identity: OutsideIdentity, in transaction: Transaction
    ) throws(Refusal) -> Account {
        let pass = try gate.admit(command.invitation, in: transaction)
        guard !command.username.isEmpty else {
            throw Refusal(
                .usernameNeeded, field: "username",
                "this identity has no account yet: choose a username")
        }
        let registration = try Registration(command, identity)
        do throws(Refusal) {
            try registration.refuseTaken(addresses, in: transaction)
        } catch .emailTaken {
            throw .emailTakenHere
        }
        let account = try registration.store(
            passwordHash: "", addresses, by: pass, in: transaction)
        try link(identity, to: account.id, in: transaction)
        return account
    }

    /// An account has one identity of each issuer. An identity of a replaced issuer opens nothing,
    /// and is replaced, too.
    private func makeRoom(
        for identity: OutsideIdentity, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        let linked = try transaction.all(.identities(of: user))
        guard let old = linked.first(where: { $0.issuer == identity.issuer }) else { return }
        guard !issuers.isWayIn(old) else {
            throw Refusal(
                .conflict, field: "issuer",
                "another identity of this issuer opens the account: unlink it first")
        }
        try unlink(old.issuer, from: user, in: transaction)
    }

    private func unlink(
        _ issuer: String, from user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            "DELETE FROM outside_identity WHERE user_id = \(user) AND issuer = \(issuer)")
        transaction.record(.identity(isLinked: false), of: user)
    }

    private func link(
        _ identity: OutsideIdentity, to user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO outside_identity (issuer, address, subject, user_id, since_ms)
            VALUES (\(identity.issuer), \(identity.address), \(identity.subject), \(user),
                \(transaction.now))
            """)
        transaction.record(.identity(isLinked: true), of: user)
    }
}

extension StoredIdentity {
    var linked: LinkedIdentity {
        var linked = LinkedIdentity()
        linked.issuer = issuer
        linked.since = since.timestamp
        return linked
    }
}

extension Refusal {
    fileprivate static let identityTaken = Refusal(
        .identityTaken, field: "idToken", "this identity opens another account")
}
