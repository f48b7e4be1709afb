import Kernel
import Wire

/// The caller's own name, password and e-mail address (Z5).
struct ProfileCommands: Sendable {
    let hasher: PasswordHasher
    let passwords: NewPasswords
    let proofs: Proofs
    let profiles: Profiles
    let identities: IdentityCommands
    var addresses: Addresses { identities.addresses }

    func update(
        _ command: AccountUpdate, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> AccountOpened {
        guard let old = try transaction.first(.account(of: caller.user)) else {
            throw .notSignedIn
        }
        guard command.hasDisplayName else { return AccountOpened(old, addresses) }
        let name = try PlainText(
            command.displayName, .init(AccountUpdate.displayNameLength), field: "displayName"
        ).text
        guard name != old.displayName else { return AccountOpened(old, addresses) }
        try transaction.run(
            "UPDATE account SET display_name = \(name) WHERE id = \(caller.user)")
        return AccountOpened(try profiles.announce(caller.user, in: transaction), addresses)
    }

    /// Sets another password and voids all other tokens, so that a thief who knew the old one is
    /// out. An identity that the thief has linked would still open the account: the answer lists
    /// the identities, so that they can be unlinked.
    func changePassword(
        _ command: PasswordChange, _ caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, Identities> {
        let account = try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(.account(of: caller.user))
        }
        guard let account else { throw .notSignedIn }
        try passwords.check(command.password, of: .init(account))
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        let hash = try hasher.hash(command.password)
        return proven.then { (transaction) throws(Refusal) in
            try transaction.run(
                "UPDATE account SET password_hash = \(hash) WHERE id = \(caller.user)")
            try Tokens.void(of: caller.user, except: caller.token, in: transaction)
            try StoredSecondFactor.dropDraft(of: caller.user, in: transaction)
            transaction.record(.passwordChanged, of: caller.user)
            try AccountNotice.tell(.passwordChanged, by: caller, in: transaction)
            return try identities.list(IdentityList(), caller, transaction)
        }
    }

    /// The address is private: only the user's own devices receive the change, and the previous
    /// address.
    ///
    /// A confirmed address stays until the new one is confirmed: a typing error locks no user out.
    func changeEmail(
        _ command: EmailChange, _ caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, AccountOpened> {
        let email = try EmailAddress(command.email, field: "email")
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        return proven.then { (transaction) throws(Refusal) in
            try addresses.refuseTaken(email, by: caller.user, in: transaction)
            guard let old = try transaction.first(.account(of: caller.user)) else {
                throw .notSignedIn
            }
            // Drops an address that waits for its confirmation.
            try StoredCode.void(.verify, of: caller.user, in: transaction)
            guard email.text != old.email else { return AccountOpened(old, addresses) }
            try addresses.sendCode(to: email.text, of: caller.user, in: transaction)
            if addresses.areProven, old.isEmailVerified { return AccountOpened(old, addresses) }
            try AccountNotice.tell(.emailChanged, by: caller, in: transaction)
            try addresses.set(email, isVerified: false, of: caller.user, in: transaction)
            transaction.record(.emailChanged, of: caller.user)
            guard let new = try transaction.first(.account(of: caller.user)) else { throw .fault }
            return AccountOpened(new, addresses)
        }
    }
}
