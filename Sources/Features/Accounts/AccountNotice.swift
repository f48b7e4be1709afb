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
    /// - Parameters:
    ///   - issuer: of the identity that it was about.
    ///   - passkey: the name of the one that it was about.
    static func tell(
        _ change: AccountChange, by caller: Caller, issuer: String = "", passkey: String = "",
        in transaction: Transaction
    ) throws(Refusal) {
        try tell(
            change, on: try device(of: caller, in: transaction), issuer: issuer, passkey: passkey,
            to: caller.user, in: transaction)
    }

    /// - Parameter device: on which it was done; empty: by an administrator.
    static func tell(
        _ change: AccountChange, on device: String = "", issuer: String = "",
        passkey: String = "", to user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        var changed = AccountChanged()
        (changed.change, changed.device, changed.issuer) = (change, device, issuer)
        changed.passkey = passkey
        try transaction.deliver(.accountChanged(changed), to: [user])
        guard change.isMailed else { return }
        try MailLetter.tell(changed, to: user, in: transaction)
    }

    /// The name of the device on which a caller is signed in.
    static func device(of caller: Caller, in snapshot: Snapshot) throws(Refusal) -> String {
        let name = Query<String>("SELECT device FROM token WHERE id = \(caller.token)") {
            columns throws(StoreError) in try columns.text()
        }
        return try snapshot.first(name) ?? ""
    }
}

extension AccountChange {
    /// Whether a letter is sent. A confirmed address takes nothing from its owner, and a program
    /// that logs in anew each time would cause as many letters.
    fileprivate var isMailed: Bool { ![.emailVerified, .tooManyLogins].contains(self) }
}
