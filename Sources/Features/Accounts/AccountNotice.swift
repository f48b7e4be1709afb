import Kernel
import Wire

/// Tells a person in the inbox what was changed about the ways into the account, so that a thief
/// cannot keep it to himself.
///
/// Who is away is not woken for it: neither push nor webhook tells it. After another password the
/// tokens of all other devices are void: those that were connected hear of it, and those that log
/// in anew.
enum AccountNotice {
    /// - Parameter issuer: of the identity that it was about.
    static func tell(
        _ change: AccountChange, by caller: Caller, issuer: String = "",
        in transaction: Transaction
    ) throws(Refusal) {
        let device = try transaction.first(device(of: caller.token)) ?? ""
        try tell(change, on: device, issuer: issuer, to: caller.user, in: transaction)
    }

    /// - Parameter device: on which it was done; empty: by an administrator.
    static func tell(
        _ change: AccountChange, on device: String = "", issuer: String = "", to user: User.ID,
        in transaction: Transaction
    ) throws(Refusal) {
        var changed = AccountChanged()
        (changed.change, changed.device, changed.issuer) = (change, device, issuer)
        try transaction.deliver(.accountChanged(changed), to: [user])
    }

    private static func device(of token: Identifier<Token>) -> Query<String> {
        Query("SELECT device FROM token WHERE id = \(token)") { columns throws(StoreError) in
            try columns.text()
        }
    }
}
