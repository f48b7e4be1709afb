import Kernel
import Wire

/// Tells a person in the inbox what was changed about the ways into the account, so that a thief
/// cannot keep it to himself.
///
/// It is mailed, too, to the address that the owner has confirmed: whoever uses no device hears of
/// it there.
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
        guard change.isMailed else { return }
        try MailLetter.tell(changed, to: user, in: transaction)
    }

    private static func device(of token: Identifier<Token>) -> Query<String> {
        Query("SELECT device FROM token WHERE id = \(token)") { columns throws(StoreError) in
            try columns.text()
        }
    }
}

extension AccountChange {
    /// Whether it is worth a letter. That an address was confirmed takes nothing from anybody, and
    /// a program that logs in anew each time would mail as often.
    fileprivate var isMailed: Bool { ![.emailVerified, .tooManyLogins].contains(self) }
}
