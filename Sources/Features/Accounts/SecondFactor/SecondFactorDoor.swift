import Kernel
import Wire

/// A place where the second factor is demanded, once the first one was right.
///
/// Wrong codes are counted by door, in the store. So an attacker who has the password and guesses
/// codes from new networks blocks neither the networks that the owner comes from, nor the owner's
/// sessions.
///
/// - Source: docs/decisions/0021.
struct SecondFactorDoor: Sendable {
    let user: User.ID
    /// What wrong codes are counted by.
    private let name: String
    /// Of the command.
    private let field: String

    /// A log-in, from a network that is known to the account or from any other.
    static func login(
        of user: User.ID, from network: UInt64, _ standing: LoginNetwork.Standing
    ) -> Self {
        let place = standing == .known ? "network \(network)" : "elsewhere"
        return Self(user: user, name: "login \(user.rawValue) \(place)", field: "code")
    }

    /// A log-in by an outside identity.
    static func identity(of user: User.ID) -> Self {
        Self(user: user, name: "identity \(user.rawValue)", field: "code")
    }

    /// A proof in a session.
    static func proof(of caller: Caller) -> Self {
        Self(
            user: caller.user, name: "proof \(caller.token.rawValue)", field: "proof.code")
    }

    /// An authenticator that is to be confirmed.
    static func confirmation(of user: User.ID) -> Self {
        Self(user: user, name: "confirm \(user.rawValue)", field: "code")
    }

    /// Admits a caller who gives a good code or a passkey of the account, or needs none. Code or
    /// challenge are spent.
    ///
    /// - Returns: false for a wrong one: the transaction refuses, and keeps the count of it.
    /// - Throws: `.secondFactorNeeded` when there is no code; `.rateLimited` when so many were
    ///   wrong that no more are looked at.
    func admit(_ code: FactorCode, in transaction: Transaction) throws(Refusal) -> Bool {
        guard let stored = try transaction.first(.secondFactor(of: user)), stored.isOn else {
            return true
        }
        switch code {
        case .none: throw .secondFactorNeeded(field)
        case .recovery(let code):
            guard try code.spend(of: user, in: transaction) else {
                transaction.refuse(.wrongFactor(field))
                return false
            }
            try AccountNotice.tell(.recoveryCodeUsed, to: user, in: transaction)
            return true
        case .passkey(let use):
            guard use.user == user else {
                throw .badPasskey(.init(PasskeyFlaw.owner), use.field)
            }
            return try use.spend(in: transaction)
        case .oneTime(let code):
            guard let secret = stored.secret else {
                transaction.refuse(.wrongFactor(field))
                return false
            }
            let step = try step(of: code, secret, after: stored.spent, in: transaction)
            guard let step else { return false }
            try StoredSecondFactor.spend(step, of: user, in: transaction)
            return true
        }
    }

    /// The step that a code belongs to.
    ///
    /// - Returns: nil for a wrong one: the transaction refuses, and keeps the count of it.
    /// - Throws: `.rateLimited`.
    func step(
        of code: OneTimeCode, _ secret: AuthenticatorSecret, after spent: TimeStep,
        in transaction: Transaction
    ) throws(Refusal) -> TimeStep? {
        let count = StoredCount.wrongCodes(at: name)
        if let wait = try count.wait(in: transaction) {
            throw Refusal(
                .rateLimited, field: field,
                "there were too many wrong codes: use a recovery code, or wait",
                retryAfter: wait)
        }
        if let step = secret.step(of: code, at: transaction.now, after: spent) { return step }
        _ = try count.take(in: transaction)
        if try count.wait(in: transaction) != nil {
            try AccountNotice.tell(.wrongCodes, to: user, in: transaction)
        }
        transaction.refuse(.wrongFactor(field))
        return nil
    }
}

extension Refusal {
    fileprivate static func secondFactorNeeded(_ field: String) -> Refusal {
        Refusal(
            .secondFactorNeeded, field: field,
            "this account has a second factor: send a code of its authenticator, or a passkey, too")
    }

    fileprivate static func wrongFactor(_ field: String) -> Refusal {
        Refusal(.wrongCredentials, field: field, "the code is wrong, used or expired")
    }
}
