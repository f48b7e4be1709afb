public import Kernel

extension AccountsFeature {
    /// Lets nobody into an account, and ends its sessions.
    ///
    /// A ban that lasts longer stays as it is.
    ///
    /// - Parameters:
    ///   - reason: the user is told it; at most 200 characters.
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
