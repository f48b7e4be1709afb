public import Kernel
public import SwiftProtobuf
public import Wire

/// Proofs that the caller is the owner, for commands for which a stolen token must not suffice: the
/// password, a fresh ID token of an identity that is linked to the account, or a passkey (Z5).
///
/// Wrong proofs count like wrong log-ins of the same account from the same address, and get the
/// same refusal for every reason.
public struct Proofs: Sendable {
    let hasher: PasswordHasher
    let issuers: any IdentityIssuers
    let passkeys: PasskeyVerifier

    /// What has to arrive before a proof can be checked; nil: nothing.
    public func awaited(_ proof: Proof) -> Awaited? { issuers.awaited(for: proof) }

    /// Checks a proof, on a worker: a password takes long.
    ///
    /// - Throws: `.wrongCredentials` when it proves nothing; `.invalidField` when there is none.
    public func check(
        _ proof: Proof, of caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Proven {
        let ways = [!proof.password.isEmpty, !proof.idToken.isEmpty, proof.hasPasskey]
        guard ways.count(where: \.self) == 1 else {
            throw Refusal(
                .invalidField, field: "proof",
                "expected the password, an ID token and its issuer's name, or a passkey")
        }
        if proof.hasPasskey {
            let use = try passkeys.check(
                proof.passkey, for: .proof(by: caller), field: "proof.passkey", store)
            return Proven(caller: caller, ground: .passkey(use), code: .none)
        }
        let code = try FactorCode(proof.code, field: "proof.code")
        let ground =
            proof.idToken.isEmpty
            ? try check(password: proof.password, of: caller, store, admits)
            : try check(token: proof, of: caller, store, admits)
        return Proven(caller: caller, ground: ground, code: code)
    }

    /// Remembers the proof: for a while ``Caller`` may use commands that need one.
    func prove(
        _ command: AccountProve, _ caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, Done> {
        let proven = try check(command.proof, of: caller, store, admits)
        return proven.then { (transaction) throws(Refusal) in
            try transaction.run(
                "UPDATE token SET proven_ms = \(transaction.now) WHERE id = \(caller.token)")
            return Done()
        }
    }

    private func check(
        password: String, of caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Proven.Ground {
        try TypedPassword.check(password, field: "proof.password")
        let credentials = try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(.credentials(of: caller.user))
        }
        let stored = credentials?.passwordHash
        let verdict = try hasher.verify(
            password, against: stored, isAdmitted: admits(caller.user), named: caller.username)
        guard verdict != .wrong, let stored else { throw .unproven() }
        admits.forgive(caller.user)
        return .password(stored)
    }

    private func check(
        token proof: Proof, of caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Proven.Ground {
        guard admits(caller.user) else { throw .unproven() }
        let identity = try identity(in: proof)
        let owner = try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(.owner(of: identity))
        }
        guard owner == caller.user else { throw .unproven(.init(TokenFlaw.owner)) }
        admits.forgive(caller.user)
        return .identity(identity)
    }

    /// The identity in the token, whether linked to the caller's account or not.
    private func identity(in proof: Proof) throws(Refusal) -> OutsideIdentity {
        do throws(Refusal) {
            return try issuers.verify(proof.idToken, of: proof.issuer)
        } catch  where error.code == .wrongCredentials {
            throw .unproven(error.cause)
        } catch {
            throw error.within("proof")
        }
    }
}

/// A proof that held when it was checked.
public struct Proven: Sendable {
    let caller: Caller
    let ground: Ground
    let code: FactorCode

    var user: User.ID { caller.user }

    enum Ground: Sendable {
        /// The password's hash.
        case password(String)
        case identity(OutsideIdentity)
        case passkey(PasskeyUse)
    }

    /// What remains to be done, if the proof still holds in the transaction. Behind a wrong code
    /// nothing is done: the transaction refuses, and keeps the count of it.
    public func then<Reply: Message>(
        _ act: @escaping @Sendable (Transaction) throws(Refusal) -> Reply
    ) -> Inquiry<Transaction, Reply> {
        Inquiry { (transaction) throws(Refusal) in
            try confirm(in: transaction) ? act(transaction) : Reply()
        }
    }

    /// The proof still holds: the password has not changed meanwhile, ID token or challenge were
    /// not used before, and no administrator has ended the log-in or banned the account. If there
    /// is a second factor, its code is good; a passkey needs none. From now on all are used.
    ///
    /// - Returns: false when the code is wrong, or the passkey may be a copy: the transaction
    ///   refuses, and counts it. Nothing else is to be written then.
    /// - Throws: `.wrongCredentials` when the rest does not hold; `.secondFactorNeeded`,
    ///   `.rateLimited`, `.notSignedIn`, `.banned`.
    private func confirm(in transaction: Transaction) throws(Refusal) -> Bool {
        try Ban.refuse(user, in: transaction)
        guard try transaction.first(.logIn(caller.token)) != nil else { throw .notSignedIn }
        switch ground {
        case .password(let hash):
            let credentials = try transaction.first(.credentials(of: user))
            guard credentials?.passwordHash == hash else { throw .unproven() }
        case .identity(let identity):
            let owner = try transaction.first(.owner(of: identity))
            guard owner == user else { throw .unproven(.init(TokenFlaw.owner)) }
            guard try Nonce.isGood(identity.nonce, in: transaction) else {
                throw .unproven(.init(TokenFlaw.nonce))
            }
        case .passkey(let use):
            guard use.user == user else {
                throw .badPasskey(.init(PasskeyFlaw.owner), use.field)
            }
            return try use.spend(in: transaction)
        }
        guard try SecondFactorDoor.proof(of: caller).admit(code, in: transaction) else {
            return false
        }
        if case .identity(let identity) = ground {
            guard try Nonce.spend(identity.nonce, in: transaction) else {
                throw .unproven(.init(TokenFlaw.nonce))
            }
        }
        return true
    }
}

/// How long a proof is good for occasional commands for which a stolen token must not suffice: to
/// export all data, to sign devices out, to rename or delete passkeys, to have notifications sent
/// elsewhere.
///
/// - Source: docs/decisions/0021.
public enum RecentProof {
    static let lifetime = Duration.seconds(900)

    /// Demands that the holder of the token has lately proven to be the owner, by logging in or by
    /// `accountProve`.
    ///
    /// - Throws: `.proofNeeded`.
    public static func demand(of caller: Caller, in snapshot: Snapshot) throws(Refusal) {
        let query = Query<Moment>("SELECT proven_ms FROM token WHERE id = \(caller.token)") {
            columns throws(StoreError) in try columns.moment()
        }
        guard let proven = try snapshot.first(query),
            proven > snapshot.now.advanced(by: .zero - lifetime)
        else {
            throw Refusal(
                .proofNeeded, "a recent proof is needed: send accountProve")
        }
    }
}

extension Refusal {
    static func unproven(_ cause: Cause? = nil) -> Refusal {
        Refusal(
            .wrongCredentials, field: "proof",
            "the proof is wrong, or there were too many attempts", cause: cause)
    }

    /// The same, about a field inside of `parent`.
    func within(_ parent: String) -> Refusal {
        Refusal(
            code, field: field.isEmpty ? parent : "\(parent).\(field)", message,
            retryAfter: retryAfter, cause: cause)
    }
}
