import Kernel
import WebAuthn
import Wire

/// The passkeys of a signed-in user, and proofs by them.
struct OwnPasskeyCommands: Sendable {
    let verifier: PasskeyVerifier
    let proofs: Proofs
    private var issuers: any IdentityIssuers { proofs.issuers }

    /// A challenge for `Proof.passkey`.
    func beginProof(
        _ command: PasskeyProveBegin, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> PasskeyChallenge {
        let site = try verifier.site()
        let own = try transaction.all(.passkeys(of: caller.user)).filter { $0.domain == site.id }
        guard !own.isEmpty else { throw .noPasskey }
        return try PasskeyChallenge(
            for: .proof(by: caller), at: site, allow: own.map(\.id), in: transaction)
    }

    func beginAdding(
        _ command: PasskeyAddBegin, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> PasskeyCreation {
        let site = try verifier.site()
        guard let account = try transaction.first(.account(of: caller.user)) else {
            throw .notSignedIn
        }
        let own = try transaction.all(.passkeys(of: caller.user))
        guard own.count < StoredPasskey.most else { throw .tooManyPasskeys }
        return try PasskeyCreation(
            of: account.username, account.displayName, for: .add(to: caller.user), at: site,
            exclude: own.filter { $0.domain == site.id }.map(\.id), in: transaction)
    }

    func add(
        _ command: PasskeyAdd, _ caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, Passkeys> {
        let name = try command.name.isEmpty ? nil : PasskeyName(command.name)
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        let made = try verifier.check(command.passkey, for: .add(to: caller.user), store)
        return proven.then { (transaction) throws(Refusal) in
            let device = try AccountNotice.device(of: caller, in: transaction)
            let text = name?.text ?? device
            try made.store(for: caller.user, named: text, in: transaction)
            try AccountNotice.tell(
                .passkeyAdded, on: device, passkey: text, to: caller.user, in: transaction)
            return try list(PasskeyList(), caller, transaction)
        }
    }

    func list(
        _ command: PasskeyList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Passkeys {
        var list = Passkeys()
        list.passkeys = try snapshot.all(.passkeys(of: caller.user)).map(\.shown)
        return list
    }

    func rename(
        _ command: PasskeyRename, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Passkeys {
        let name = try PasskeyName(command.name)
        try RecentProof.demand(of: caller, in: transaction)
        let passkey = try own(command.id, of: caller, in: transaction)
        if passkey.name != name.text {
            try transaction.run(
                "UPDATE passkey SET name = \(name.text) WHERE id = \(passkey.id)")
        }
        return try list(PasskeyList(), caller, transaction)
    }

    /// The passkey opens the account no longer. Log-ins by it go on.
    func delete(
        _ command: PasskeyDelete, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Passkeys {
        try RecentProof.demand(of: caller, in: transaction)
        let passkey = try own(command.id, of: caller, in: transaction)
        try refuseLast(passkey, in: transaction)
        try transaction.run("DELETE FROM passkey WHERE id = \(passkey.id)")
        transaction.record(.passkey(isAdded: false), of: caller.user)
        try AccountNotice.tell(
            .passkeyDeleted, by: caller, passkey: passkey.name, in: transaction)
        return try list(PasskeyList(), caller, transaction)
    }

    /// From now on log-ins by password or outside identity need a passkey, too.
    func demandPasskeys(
        _ command: SecondFactorPasskeys, _ caller: Caller, _ store: any Store,
        _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, RecoveryCodes> {
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        return proven.then { (transaction) throws(Refusal) in
            let domain = try verifier.site().id
            let own = try transaction.all(.passkeys(of: caller.user))
            guard own.contains(where: { $0.domain == domain }) else { throw .noPasskey }
            guard try transaction.first(.secondFactor(of: caller.user))?.isOn != true else {
                throw Refusal(
                    .conflict,
                    "the account has a second factor: passkeys are taken in its place already")
            }
            try StoredSecondFactor.takePasskeys(of: caller.user, in: transaction)
            try AccountNotice.tell(.secondFactorSet, by: caller, in: transaction)
            transaction.record(.secondFactor(isSet: true), of: caller.user)
            return try RecoveryCodes(renewedFor: caller.user, in: transaction)
        }
    }

    private func own(
        _ id: String, of caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> StoredPasskey {
        let id = try PasskeyField(id, PasskeyDelete.idBytes, "id").bytes
        guard let passkey = try snapshot.first(.passkey(id)), passkey.user == caller.user else {
            throw Refusal(.notFound, field: "id", "the account has no such passkey")
        }
        return passkey
    }

    /// - Throws: `.lastWayIn` when nothing else opens the account, or nothing else is its second
    ///   factor.
    private func refuseLast(
        _ passkey: StoredPasskey, in snapshot: Snapshot
    ) throws(Refusal) {
        let (user, domain) = (passkey.user, verifier.domain)
        guard passkey.domain == domain else { return }
        let others = try snapshot.all(.passkeys(of: user))
            .filter { $0.id != passkey.id && $0.domain == domain }
        guard others.isEmpty else { return }
        if let factor = try snapshot.first(.secondFactor(of: user)), factor.isOn,
            factor.secret == nil
        {
            throw Refusal(
                .lastWayIn, field: "id",
                "this is the last passkey, and the second factor: turn that off first")
        }
        let identities = try snapshot.all(.identities(of: user)).filter(issuers.isWayIn)
        let credentials = try snapshot.first(.credentials(of: user))
        guard !identities.isEmpty || credentials?.passwordHash != nil else {
            throw Refusal(
                .lastWayIn, field: "id",
                "this is the last way into the account: set a password first")
        }
    }
}

extension Refusal {
    fileprivate static let noPasskey = Refusal(.notFound, "the account has no passkey")
}
