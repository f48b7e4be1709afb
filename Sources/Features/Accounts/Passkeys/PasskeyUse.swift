import Kernel
import WebAuthn
import Wire

/// A passkey that has signed a challenge of this server's, when that was checked.
struct PasskeyUse: Sendable {
    let passkey: StoredPasskey
    let purpose: PasskeyPurpose
    let challenge: String
    let counter: UInt32
    let isBackedUp: Bool
    /// Where it is in the command.
    let field: String

    var user: User.ID { passkey.user }

    /// Uses the challenge up, and notes the use of the passkey.
    ///
    /// - Returns: false when the passkey has not counted up: there may be a copy of it. The
    ///   transaction refuses, and keeps the notice to the owner.
    /// - Throws: `.wrongCredentials` when the passkey was deleted meanwhile, or the challenge used.
    /// - Source: WebAuthn Level 2 §7.2, step 21.
    func spend(in transaction: Transaction) throws(Refusal) -> Bool {
        guard let stored = try transaction.first(.passkey(passkey.id)),
            stored.user == user, stored.key == passkey.key
        else { throw .badPasskey(.init(PasskeyFlaw.unknown), field) }
        guard try Nonce.spend(challenge, purpose.nonce, in: transaction) else {
            throw .badPasskey(.init(PasskeyFlaw.challenge), field)
        }
        guard counter > stored.counter || counter == 0 && stored.counter == 0 else {
            transaction.record(.passkeyCopied, of: user)
            try AccountNotice.tell(
                .passkeyCopied, passkey: stored.name, to: user, in: transaction)
            transaction.refuse(.badPasskey(.init(PasskeyFlaw.counter), field))
            return false
        }
        try transaction.run(
            """
            UPDATE passkey SET counter = \(counter), is_backed_up = \(isBackedUp),
                used_ms = \(transaction.now)
            WHERE id = \(passkey.id)
            """)
        return true
    }
}

/// A passkey that an authenticator has made, when that was checked.
struct NewPasskey: Sendable {
    let credential: RelyingParty.NewCredential
    let purpose: PasskeyPurpose
    let domain: String
    let transports: [String]

    /// The words that the server knows, each once.
    ///
    /// - Source: WebAuthn Level 2 §5.8.4, and Level 3.
    static func known(_ transports: [String]) -> [String] {
        ["internal", "hybrid", "usb", "nfc", "ble", "smart-card"].filter(transports.contains)
    }

    /// The passkey opens an account from now on; its challenge is used up.
    ///
    /// - Throws: `.wrongCredentials` when the challenge was used meanwhile; `.listFull`;
    ///   `.conflict` when it is stored already.
    func store(
        for user: User.ID, named name: String, in transaction: Transaction
    ) throws(Refusal) {
        guard try Nonce.spend(credential.challenge, purpose.nonce, in: transaction) else {
            throw .badPasskey(.init(PasskeyFlaw.challenge), "passkey")
        }
        guard try transaction.all(.passkeys(of: user)).count < StoredPasskey.most else {
            throw .tooManyPasskeys
        }
        guard try transaction.first(.passkey(credential.id)) == nil else {
            throw Refusal(.conflict, field: "passkey", "this passkey is in use already")
        }
        try transaction.run(
            """
            INSERT INTO passkey
                (id, user_id, domain, public_key, counter, name, transports, is_backed_up,
                    created_ms, used_ms)
            VALUES (\(credential.id), \(user), \(domain), \(credential.key.cose),
                \(credential.counter), \(name), \(transports.joined(separator: " ")),
                \(credential.isBackedUp), \(transaction.now), NULL)
            """)
        transaction.record(.passkey(isAdded: true), of: user)
    }
}

extension Refusal {
    static let tooManyPasskeys = Refusal(
        .listFull, "the account has \(StoredPasskey.most) passkeys: delete one first")
}
