import Kernel
import SwiftProtobuf
import Wire

/// The text of a letter: plain, short, and fixed by the server.
///
/// The only parts that users choose are the username, which has nothing but letters, digits and
/// `_`, and, in letters to confirmed addresses, the device's name without what makes links.
struct LetterText: Sendable {
    let subject: String
    let lines: [String]

    /// Nil when there is nothing left to report.
    init?(of row: StoredLetter, in transaction: Transaction) throws(Refusal) {
        if row.topic == MailLetter.changedTopic {
            guard let change = try? AccountChanged(serializedBytes: row.body) else { return nil }
            self.init(change, of: row.username)
            return
        }
        guard let topic = MailCode.Topic(rawValue: row.topic),
            let code = try StoredCode.make(
                for: row.id, topic, of: row.user, in: transaction)
        else { return nil }
        self.init(topic, code, of: row.username)
    }

    private init(_ topic: MailCode.Topic, _ code: MailCode, of username: String) {
        let end = "The code is good once, for 15 minutes."
        switch topic {
        case .verify:
            subject = "Confirm your e-mail address"
            lines = [
                "This code confirms that this address belongs to the account \(username):", "",
                "    \(code.shown)", "", "\(end) With the terminal client:", "",
                "    upfor verify \(code.shown)", "",
                "If you have no such account, ignore this letter: nothing will happen.",
            ]
        case .recover:
            subject = "Set a new password"
            lines = [
                "This code sets a new password for your account \(username):", "",
                "    \(code.shown)", "", "\(end) With the terminal client:", "",
                "    upfor recover \(username) --code \(code.shown)", "",
                "If you have not asked for it, ignore this letter: your password stays as it is.",
                "Never give the code to anyone who asks for it.",
            ]
        }
    }

    private init(_ change: AccountChanged, of username: String) {
        let what = Self.sentence(change, of: username)
        subject =
            what == nil ? "About your account \(username)" : "Your account \(username) was changed"
        let device = Self.plain(change.device)
        let place = device.isEmpty ? "" : " This was done on the device \"\(device)\"."
        lines = [
            (what ?? "Your devices have news about the ways into your account \(username).")
                + place,
            "",
            "If that was you, all is well. If it was not, another person can use your account: set",
            "a new password, delete passkeys and other ways in that are not yours, look at the",
            "devices that are signed in, and ask the server's administrator if you cannot sign in",
            "any more.",
        ]
    }

    /// What has happened; nil for a change that has no words of its own yet.
    private static func sentence(_ change: AccountChanged, of username: String) -> String? {
        let issuer = plain(change.issuer)
        return switch change.change {
        case .passwordChanged: "The password of your account \(username) was changed."
        case .passwordRecovered:
            "The password of your account \(username) was set anew with a mailed code."
        case .emailChanged: "The e-mail address of your account \(username) was changed."
        case .identityLinked:
            "An identity of \(issuer) opens your account \(username) from now on."
        case .identityUnlinked:
            "No identity of \(issuer) opens your account \(username) any more."
        case .newNetwork:
            "There was a log-in to your account \(username) from a network that is new to it."
        case .failedAttempts:
            "There were many wrong passwords for your account \(username)."
        case .secondFactorSet:
            "From now on log-ins to your account \(username) need a second factor: a code of an"
                + " authenticator, or a passkey."
        case .secondFactorDropped:
            "Log-ins to your account \(username) need no second factor any more."
        case .recoveryCodesRenewed: "Your account \(username) has new recovery codes."
        case .recoveryCodeUsed: "A recovery code of your account \(username) was used."
        case .wrongCodes:
            "There were many wrong codes for your account \(username), after the right password."
        case .passkeyAdded:
            "The passkey \(plain(change.passkey)) opens your account \(username) from now on."
        case .passkeyDeleted:
            "The passkey \(plain(change.passkey)) opens your account \(username) no longer."
        case .passkeyCopied:
            "The passkey \(plain(change.passkey)) of your account \(username) was refused: there"
                + " may be a copy of it. Delete it, and add another."
        case .tokenReused:
            "A key to your account \(username) was used after another had replaced it: there may"
                + " be a copy. The log-in that it belongs to has ended."
        default: nil
        }
    }

    /// Letters, digits, blanks, - and _ of ASCII, at most 40 of them: no link, and no line end.
    static func plain(_ text: String) -> String {
        let kept = text.utf8.filter { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return String(decoding: kept.prefix(40), as: UTF8.self)
    }

    /// The letter, unless its address cannot stand in one.
    func letter(_ row: StoredLetter) -> MailLetter? {
        guard (try? EmailAddress(row.address, field: "")) != nil else { return nil }
        return MailLetter(
            id: row.id, address: row.address, subject: subject,
            text: lines.joined(separator: "\n") + "\n", attemptCount: row.attemptCount)
    }
}
