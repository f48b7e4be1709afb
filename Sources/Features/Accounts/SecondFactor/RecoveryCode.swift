import CSodium
import Kernel

/// A word that is good once in place of an authenticator's code.
///
/// With 79 bits nobody guesses it, neither at the door nor from a copy of the data: attempts are
/// not counted, so that an owner who has lost the authenticator gets in while somebody guesses.
struct RecoveryCode: Equatable, Sendable {
    /// How many an account has, when they are new.
    static let setCount = 10
    private static let characterCount = 16

    private let word: String

    /// A new one.
    init(in transaction: Transaction) {
        word = CodeWord.make(Self.characterCount, in: transaction)
    }

    /// What somebody has typed; nil when it cannot be one.
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
