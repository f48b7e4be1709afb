import Kernel
import Wire

/// Sends an event to the owner when the ways into an account have changed, so that a thief cannot
/// hide the change.
///
/// A letter goes to the owner's confirmed address, too, for an owner who uses no device.
///
/// It wakes no device: neither push nor the webhook notifies it. A new password voids the tokens of
/// all other devices: devices that were connected receive the event, and so do those that log in
/// again.
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
    /// Whether a letter is sent. A confirmed address takes nothing from its owner, and a program
    /// that logs in anew each time would cause as many letters.
    fileprivate var isMailed: Bool { ![.emailVerified, .tooManyLogins].contains(self) }
}
