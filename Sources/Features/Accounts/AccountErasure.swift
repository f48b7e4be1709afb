public import Kernel
import Wire

/// What is left of an account itself, once nothing refers to it.
enum AccountErasure {
    /// A few rows by key: one step is enough.
    static let step: Catalog.Erasure = { (departed, transaction) throws(Refusal) in
        let user = departed.user
        try transaction.run("DELETE FROM token WHERE user_id = \(user)")
        try transaction.run("DELETE FROM privacy WHERE user_id = \(user)")
        try transaction.run("DELETE FROM outside_identity WHERE user_id = \(user)")
        try transaction.run("DELETE FROM ban WHERE user_id = \(user)")
        try MailSchema.forget(user, in: transaction)
        try LoginNetwork.forget(user, in: transaction)
        try ListedPeople.forget(user, in: transaction)
        try StoredSecondFactor.forget(user, in: transaction)
        try Pseudonym.forget(user, in: transaction)
        try StoredPasskey.forget(user, in: transaction)
        try transaction.run("DELETE FROM account WHERE id = \(user)")
        return true
    }
}

extension AccountsFeature {
    /// Ends an account: it can no longer be found or opened, and its username is not given again.
    ///
    /// Its row stays, empty, until all that refers to it is erased.
    public static func end(_ account: Account, in transaction: Transaction) throws(Refusal) {
        try Tokens.void(of: account.id, except: nil, in: transaction)
        try transaction.run("DELETE FROM outside_identity WHERE user_id = \(account.id)")
        try FormerUsername.retire(account.username, in: transaction)
        try MailSchema.forget(account.id, in: transaction)
        try LoginNetwork.forget(account.id, in: transaction)
        try ListedPeople.forget(account.id, in: transaction)
        try StoredSecondFactor.forget(account.id, in: transaction)
        try Pseudonym.forget(account.id, in: transaction)
        try StoredPasskey.forget(account.id, in: transaction)
        let nobody = Addresses.none(of: account.id)
        try transaction.run(
            """
            UPDATE account SET username = \(nobody), email = \(nobody), display_name = '',
                password_hash = '', address = '', verified_ms = NULL
            WHERE id = \(account.id)
            """)
        transaction.record(.deleted, of: account.id)
    }
}
