import Kernel
import Wire

/// One's own name, password and e-mail address (Z5).
struct ProfileCommands: Sendable {
    let hasher: PasswordHasher
    let proofs: Proofs
    let profiles: Profiles
    let identities: IdentityCommands

    func update(
        _ command: AccountUpdate, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> AccountOpened {
        guard let old = try transaction.first(.account(of: caller.user)) else {
            throw .notSignedIn
        }
        guard command.hasDisplayName else { return AccountOpened(old) }
        let name = try PlainText(command.displayName, .init(1...40), field: "displayName").text
        guard name != old.displayName else { return AccountOpened(old) }
        try transaction.run(
            "UPDATE account SET display_name = \(name) WHERE id = \(caller.user)")
        return AccountOpened(try profiles.announce(caller.user, in: transaction))
    }

    /// Whoever knew the old password is out: all other tokens are void. An identity that they have
    /// linked would still open the account: the answer lists what does, so that it can be unlinked.
    func changePassword(
        _ command: PasswordChange, _ caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Preparation<Identities> {
        try Registration.check(password: command.password)
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        let hash = try hasher.hash(command.password)
        return Preparation { (transaction) throws(Refusal) in
            try proven.confirm(in: transaction)
            try transaction.run(
                "UPDATE account SET password_hash = \(hash) WHERE id = \(caller.user)")
            try Tokens.void(of: caller.user, except: caller.token, in: transaction)
            transaction.signal(.passwordChanged(caller.user))
            try AccountNotice.tell(.passwordChanged, by: caller, in: transaction)
            return try identities.list(IdentityList(), caller, transaction)
        }
    }

    /// The address is nobody else's business; one's own devices hear that it is another.
    func changeEmail(
        _ command: EmailChange, _ caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Preparation<AccountOpened> {
        let email = try EmailAddress(command.email, field: "email")
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        return Preparation { (transaction) throws(Refusal) in
            try proven.confirm(in: transaction)
            if let owner = try transaction.first(.account(email: email)), owner.id != caller.user {
                throw .emailTaken
            }
            guard let old = try transaction.first(.account(of: caller.user)) else {
                throw .notSignedIn
            }
            var answer = AccountOpened(old)
            guard email.text != old.email else { return answer }
            try transaction.run(
                "UPDATE account SET email = \(email.text) WHERE id = \(caller.user)")
            transaction.signal(.emailChanged(caller.user))
            try AccountNotice.tell(.emailChanged, by: caller, in: transaction)
            answer.email = email.text
            return answer
        }
    }
}
