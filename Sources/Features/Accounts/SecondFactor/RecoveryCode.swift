import CSodium
import Kernel
import Wire

/// A word that is good once in place of an authenticator's code.
///
/// With 79 bits it cannot be guessed, neither online nor from a copy of the data: attempts are not
/// counted, so that an owner without the authenticator gets in while an attacker guesses.
struct RecoveryCode: Equatable, Sendable {
    /// How many an account has, when they are new.
    static let setCount = 10
    private static let characterCount = 16

    private let word: String

    /// A new one.
    init(in transaction: Transaction) {
        word = CodeWord.make(Self.characterCount, in: transaction)
    }

    /// What a user has typed; nil if it cannot be a recovery code.
    init?(typed text: String) {
        guard let word = CodeWord.typed(text, count: Self.characterCount) else { return nil }
        self.word = word
    }

    /// `abcd-efgh-jkmn-pqrs`
    var shown: String { CodeWord.shown(word, by: 4) }

    /// What is stored of it. It is random, so a fast hash is enough.
    private func hash(of user: User.ID) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        let bytes = Array("\(user.rawValue) \(word)".utf8)
        crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        return hash
    }

    /// Gives a user new ones; those before are void.
    static func renew(of user: User.ID, in transaction: Transaction) throws(Refusal) -> [Self] {
        try void(of: user, in: transaction)
        let codes = (0..<setCount).map { _ in RecoveryCode(in: transaction) }
        for code in codes {
            try transaction.run(
                """
                INSERT INTO recovery_code (user_id, hash) VALUES (\(user), \(code.hash(of: user)))
                """)
        }
        return codes
    }

    /// Uses one up.
    ///
    /// - Returns: false when it is none of the user's that is left.
    func spend(of user: User.ID, in transaction: Transaction) throws(Refusal) -> Bool {
        try transaction.rowsChanged(
            "DELETE FROM recovery_code WHERE user_id = \(user) AND hash = \(hash(of: user))") > 0
    }

    static func void(of user: User.ID, in transaction: Transaction) throws(Refusal) {
        try transaction.run("DELETE FROM recovery_code WHERE user_id = \(user)")
    }
}

/// What a user gives beside the password: an authenticator's code, a recovery code, a passkey, or
/// nothing.
enum FactorCode: Sendable {
    case none
    case oneTime(OneTimeCode)
    case recovery(RecoveryCode)
    case passkey(PasskeyUse)

    /// - Throws: `.invalidField` for what can be none of these.
    init(_ text: String, field: String) throws(Refusal) {
        guard !text.isEmpty else {
            self = .none
            return
        }
        if let code = OneTimeCode(typed: text) {
            self = .oneTime(code)
        } else if let code = RecoveryCode(typed: text) {
            self = .recovery(code)
        } else {
            throw Refusal(
                .invalidField, field: field,
                "expected six digits of the authenticator, or a recovery code")
        }
    }
}

/// The six digits that an authenticator shows.
struct OneTimeCode: Equatable, Sendable {
    static let digitCount = 6

    /// Below 1,000,000.
    let number: UInt32

    /// What a user has typed, with spaces or without.
    ///
    /// - Throws: `.invalidField`.
    init(typed text: String, field: String) throws(Refusal) {
        guard let code = Self(typed: text) else {
            throw Refusal(
                .invalidField, field: field, "expected six digits of the new authenticator")
        }
        self = code
    }

    /// The same; nil when it cannot be one.
    init?(typed text: String) {
        guard text.utf8.count <= 64 else { return nil }
        self.init(digits: text.utf8.filter { $0 != UInt8(ascii: " ") })
    }

    init(number: UInt32) { self.number = number % 1_000_000 }

    /// Six digits of ASCII; nil for anything else.
    init?(digits: some Collection<UInt8>) {
        guard digits.count == Self.digitCount,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        number = digits.reduce(0) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
    }
}

/// Half a minute of the wall clock, for which an authenticator shows one code.
///
/// - Source: RFC 6238 §4.
struct TimeStep: Comparable, Sendable {
    /// Steps since 1970-01-01T00:00:00Z.
    let number: Int64

    init(number: Int64) { self.number = number }

    /// The one that a moment lies in.
    init(at moment: Moment) {
        number = moment.unixMilliseconds / 30_000
    }

    /// The steps whose codes are accepted at a moment: clocks differ, and users take time to type.
    static func taken(at moment: Moment) -> [TimeStep] {
        let now = TimeStep(at: moment).number
        return [now, now - 1, now + 1].map(TimeStep.init(number:))
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
