import Kernel
import Wire

/// Tells a person on all devices what was changed about the ways into the account: a thief who can
/// change it cannot keep that to himself.
enum AccountNotice {
    /// - Parameter issuer: of the identity that it was about.
    static func tell(
        _ change: AccountChange, by caller: Caller, issuer: String = "",
        in transaction: Transaction
    ) throws(Refusal) {
        var changed = AccountChanged()
        changed.change = change
        changed.device = try transaction.first(device(of: caller.token)) ?? ""
        changed.issuer = issuer
        try transaction.deliver(.accountChanged(changed), to: [caller.user])
    }

    private static func device(of token: Identifier<Token>) -> Query<String> {
        Query("SELECT device FROM token WHERE id = \(token)") { columns throws(StoreError) in
            try columns.text()
        }
    }
}
