import CSodium
public import Kernel
import Wire

/// Argon2id over libsodium. Slow on purpose: call it on a worker, never on a loop or the writer.
///
/// - Source: RFC 9106; the defaults (19 MiB, 2 passes) are OWASP's.
public struct PasswordHasher: Sendable {
    private let memoryBytes: Int
    private let passes: UInt64
    /// The hash of nothing anybody knows, so that an unknown user costs what a known one does.
    private let decoy: String

    /// - Parameter memoryKiB: memory for one hash, in KiB.
    /// - Throws: `.unavailable` when there is no memory for even one hash.
    public init(memoryKiB: Int, passes: Int) throws(Refusal) {
        precondition(sodium_init() >= 0, "libsodium does not start")
        memoryBytes = memoryKiB * 1024
        self.passes = UInt64(passes)
        var secret = [UInt8](repeating: 0, count: 32)
        randombytes_buf(&secret, secret.count)
        decoy = try Self.hash(secret, memoryBytes: memoryBytes, passes: self.passes)
    }

    /// The hash to be stored: algorithm, parameters, salt and hash in one text.
    ///
    /// - Throws: `.unavailable` when there is no memory for it.
    func hash(_ password: String) throws(Refusal) -> String {
        try Self.hash(Array(password.utf8), memoryBytes: memoryBytes, passes: passes)
    }

    /// Whether `password` is the one of `stored`; nil costs the same and says no.
    ///
    /// Hashes anew and compares: libsodium's own check calls it wrong when it has no memory.
    ///
    /// - Throws: `.unavailable` when there is no memory to know.
    func verify(_ password: String, against stored: String?) throws(Refusal) -> Bool {
        guard let expected = PasswordHash(stored ?? decoy) else { throw .fault }
        var hash = [UInt8](repeating: 0, count: expected.hash.count)
        // As C has it, with a zero that is not counted.
        let characters = Array(password.utf8CString)
        let code = crypto_pwhash(
            &hash, UInt64(hash.count), characters, UInt64(characters.count - 1), expected.salt,
            expected.passes, expected.memoryBytes, crypto_pwhash_ALG_ARGON2ID13)
        guard code == 0 else { throw Self.noMemory(expected.memoryBytes) }
        return sodium_memcmp(hash, expected.hash, hash.count) == 0 && stored != nil
    }

    private static func hash(
        _ password: [UInt8], memoryBytes: Int, passes: UInt64
    ) throws(Refusal) -> String {
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_strbytes()))
        let code = password.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map {
                    crypto_pwhash_str(&text, $0, UInt64(characters.count), passes, memoryBytes)
                } ?? -1
            }
        }
        guard code == 0 else {
            throw noMemory(memoryBytes)
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func noMemory(_ bytes: Int) -> Refusal {
        Refusal(
            .unavailable, "no memory to hash a password: \(bytes) bytes are needed",
            retryAfter: .seconds(5))
    }
}
