import Kernel
import Wire

/// What may become a password: neither what is tried first at every account, nor what is tried
/// first at this one.
///
/// - Source: NIST SP 800-63B §3.1.1.2; docs/decisions/0022.
struct NewPasswords: Sendable {
    let common: CommonPasswords

    /// What others may know of an account; empty: nothing.
    struct Names: Sendable {
        var username = ""
        var email = ""
    }

    /// - Throws: `.invalidField` of `password`, which says why it is refused.
    func check(_ password: String, of names: Names = Names()) throws(Refusal) {
        try TypedPassword.check(password, field: "password")
        guard TypedPassword.lengths.contains(TypedPassword(password).normal.count) else {
            throw .length("password")
        }
        let folded = CommonPasswords.folded(password)
        guard !common.contains(folded) else {
            throw .weak("this is a common password, one that is tried first: choose another")
        }
        try refuse(folded, of: names)
    }

    private func refuse(_ folded: String, of names: Names) throws(Refusal) {
        let bytes = Array(folded.utf8)
        let email = Array(names.email.lowercased().utf8)
        if Self.isLittle(bytes, without: Array(names.username.lowercased().utf8)) {
            throw .weak("it contains the username, and too little besides")
        }
        let local = Array(email.prefix { $0 != UInt8(ascii: "@") })
        if Self.isLittle(bytes, without: email) || Self.isLittle(bytes, without: local) {
            throw .weak("it contains the e-mail address, and too little besides")
        }
    }

    /// Whether `word` is in it, and what else there is would be no password: fewer than 8 bytes,
    /// or only digits and punctuation, as a year is. Words of one or two letters are everywhere.
    private static func isLittle(_ bytes: [UInt8], without word: [UInt8]) -> Bool {
        guard word.count >= 3 else { return false }
        var rest: [UInt8] = []
        var left = bytes[...]
        while let byte = left.first {
            if left.starts(with: word) {
                left.removeFirst(word.count)
            } else {
                rest.append(byte)
                left.removeFirst()
            }
        }
        guard rest.count < bytes.count else { return false }
        return rest.count < TypedPassword.lengths.lowerBound || !rest.contains(where: isLetter)
    }

    /// Of any language.
    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}

extension NewPasswords.Names {
    init(_ account: Account) {
        self.init(username: account.username, email: account.email)
    }
}

extension Refusal {
    fileprivate static func weak(_ why: String) -> Refusal {
        Refusal(.invalidField, field: "password", why)
    }
}
