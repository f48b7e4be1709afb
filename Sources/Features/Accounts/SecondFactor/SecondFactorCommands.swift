import Kernel
import Wire

/// Sets up an authenticator as the second factor of log-ins, and drops it.
struct SecondFactorCommands: Sendable {
    let proofs: Proofs

    func read(
        _ command: SecondFactorRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> SecondFactor {
        try SecondFactor(of: caller.user, in: snapshot)
    }

    /// A new secret for an app. Log-ins are as they were until a code of it has come.
    func begin(
        _ command: SecondFactorBegin, _ caller: Caller, _ store: any Store,
        _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, SecondFactorSecret> {
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        return proven.then { (transaction) throws(Refusal) in
            var answer = SecondFactorSecret()
            let secret = AuthenticatorSecret(in: transaction)
            let end = transaction.now.advanced(by: StoredSecondFactor.draftLifetime)
            try StoredSecondFactor.begin(secret, until: end, of: caller.user, in: transaction)
            (answer.secret, answer.uri) = (secret.text, secret.uri(of: caller.username))
            answer.expiresAt = end.timestamp
            return answer
        }
    }

    /// From now on log-ins need a code. Those that there are go on.
    func confirm(
        _ command: SecondFactorConfirm, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RecoveryCodes {
        let code = try OneTimeCode(typed: command.code, field: "code")
        // A socket may have asked before it heard that its log-in has ended.
        try Ban.refuse(caller.user, in: transaction)
        guard try transaction.first(.logIn(caller.token)) != nil else { throw .notSignedIn }
        guard let stored = try transaction.first(.secondFactor(of: caller.user)),
            let draft = stored.draft, stored.draftExpires > transaction.now
        else {
            throw Refusal(
                .tooLate,
                "no new authenticator to confirm, or its time has expired: begin again")
        }
        let step = try SecondFactorDoor.confirmation(of: caller.user)
            .step(of: code, draft, after: TimeStep(number: 0), in: transaction)
        guard let step else { return RecoveryCodes() }
        try StoredSecondFactor.set(draft, spent: step, of: caller.user, in: transaction)
        try AccountNotice.tell(.secondFactorSet, by: caller, in: transaction)
        transaction.record(.secondFactor(isSet: true), of: caller.user)
        return try RecoveryCodes(renewedFor: caller.user, in: transaction)
    }

    func drop(
        _ command: SecondFactorDrop, _ caller: Caller, _ store: any Store,
        _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, SecondFactor> {
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        return proven.then { (transaction) throws(Refusal) in
            try Self.drop(of: caller.user, in: transaction) { () throws(Refusal) in
                try AccountNotice.tell(.secondFactorDropped, by: caller, in: transaction)
            }
            return try SecondFactor(of: caller.user, in: transaction)
        }
    }

    /// Log-ins of a user no longer need a code.
    ///
    /// - Parameter tell: notifies the owner, if there was anything to drop.
    static func drop(
        of user: User.ID, in transaction: Transaction, tellingBy tell: () throws(Refusal) -> Void
    ) throws(Refusal) {
        guard let stored = try transaction.first(.secondFactor(of: user)) else { return }
        try StoredSecondFactor.forget(user, in: transaction)
        guard stored.isOn else { return }
        try tell()
        transaction.record(.secondFactor(isSet: false), of: user)
    }

    func renewCodes(
        _ command: RecoveryCodesRenew, _ caller: Caller, _ store: any Store,
        _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, RecoveryCodes> {
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        return proven.then { (transaction) throws(Refusal) in
            guard try SecondFactor(of: caller.user, in: transaction).on else {
                throw Refusal(.notFound, "the account has no second factor")
            }
            try AccountNotice.tell(.recoveryCodesRenewed, by: caller, in: transaction)
            return try RecoveryCodes(renewedFor: caller.user, in: transaction)
        }
    }
}

extension RecoveryCodes {
    /// Gives a user new ones; those before are void.
    init(renewedFor user: User.ID, in transaction: Transaction) throws(Refusal) {
        self.init()
        codes = try RecoveryCode.renew(of: user, in: transaction).map(\.shown)
    }
}
