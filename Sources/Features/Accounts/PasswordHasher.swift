import CSodium
public import Kernel
import Synchronization
import Wire

/// Argon2id over libsodium. Slow on purpose: call it on a worker, never on a loop or the writer.
///
/// - Source: RFC 9106; the defaults (19 MiB, 2 passes) are OWASP's.
public final class PasswordHasher: Sendable {
    /// What a new hash costs.
    private let costs: PasswordHash.Costs
    /// One hash for each cost since the start: an unknown user costs one of these, always the same
    /// for a name. Otherwise the time would disclose which accounts are from before the settings
    /// changed.
    private let known: Mutex<[PasswordHash]>
    /// Most different costs that are kept.
    private static let knownMax = 8
    private let decoySalt: [UInt8]
    private let decoyHash: [UInt8]
    /// The number of comparisons of passwords, whose time must disclose nothing.
    let comparisonCount = Atomic(0)

    /// - Parameter memoryKiB: memory for one hash, in KiB.
    /// - Throws: `.unavailable` when there is no memory for even one hash.
    public init(memoryKiB: Int, passes: Int) throws(Refusal) {
        precondition(sodium_init() >= 0, "libsodium does not start")
        costs = PasswordHash.Costs(memoryBytes: memoryKiB * 1024, passes: UInt64(passes))
        decoySalt = Self.random(Int(crypto_pwhash_saltbytes()))
        decoyHash = Self.random(Self.hashBytes)
        known = Mutex([PasswordHash(costs: costs, salt: decoySalt, hash: decoyHash)])
        _ = try hash("")
    }

    /// The hash to be stored: algorithm, parameters, salt and hash in one text.
    ///
    /// - Throws: `.unavailable` when there is no memory for it.
    func hash(_ password: String) throws(Refusal) -> String {
        try Self.hash(
            TypedPassword(password).normal, memoryBytes: costs.memoryBytes, passes: costs.passes)
    }

    /// Whether `stored` was made with other settings: then it is made anew at the next log-in.
    func isOutdated(_ stored: String) -> Bool { PasswordHash(stored)?.costs != costs }

    /// What a password turns out to be.
    enum Verdict: Sendable {
        case wrong
        case right
        /// Right, as its bytes came: it was hashed before passwords were normalised.
        case rightAsTyped
    }

    /// Whether `password` is the one of `stored`; nil costs as much as a stored one and says no.
    ///
    /// Hashes anew and compares: libsodium's own check calls it wrong when it has no memory. What
    /// came in another form than NFC is hashed twice, unless it is found to be right, since it may
    /// have been stored as it came.
    ///
    /// - Parameters:
    ///   - isAdmitted: whether it may be right at all; it takes as long if not.
    ///   - name: the name of the account, which need not exist.
    /// - Throws: `.unavailable` when there is no memory to know.
    func verify(
        _ password: String, against stored: String?, isAdmitted: Bool = true,
        named name: String = ""
    ) throws(Refusal) -> Verdict {
        let password = TypedPassword(password)
        // The decoy for an unknown user is parsed like any stored hash: that takes time, too.
        let decoy = decoy(of: name)
        guard let expected = PasswordHash(stored ?? decoy) else { throw .fault }
        let mayBeRight = stored != nil && isAdmitted
        // The time is the same for any hash, whether the password may be right or not.
        if try matches(password.normal, expected), mayBeRight { return .right }
        guard !password.isNormal else { return .wrong }
        let isRight = try matches(password.typed, expected)
        return isRight && mayBeRight ? .rightAsTyped : .wrong
    }

    private func matches(
        _ password: [UInt8], _ expected: PasswordHash
    ) throws(Refusal) -> Bool {
        let costs = expected.costs
        var hash = [UInt8](repeating: 0, count: expected.hash.count)
        // As C has it, with a zero that is not counted.
        let characters = (password + [0]).map { CChar(bitPattern: $0) }
        let code = crypto_pwhash(
            &hash, UInt64(hash.count), characters, UInt64(password.count),
            expected.salt, costs.passes, costs.memoryBytes, crypto_pwhash_ALG_ARGON2ID13)
        guard code == 0 else { throw Self.noMemory(costs.memoryBytes) }
        note(costs)
        comparisonCount.add(1, ordering: .relaxed)
        return sodium_memcmp(hash, expected.hash, hash.count) == 0
    }

    /// As long as libsodium's own.
    private static let hashBytes = 32

    private func note(_ costs: PasswordHash.Costs) {
        known.withLock { known in
            guard known.count < Self.knownMax, !known.contains(where: { $0.costs == costs })
            else { return }
            known.append(PasswordHash(costs: costs, salt: decoySalt, hash: decoyHash))
        }
    }

    /// The hash that a password for an unknown user is compared with; it belongs to no account.
    func decoy(of name: String) -> String {
        var hasher = Hasher()
        hasher.combine(name.lowercased())
        let place = UInt(bitPattern: hasher.finalize())
        return known.withLock { $0[Int(place % UInt($0.count))].text }
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

    private static func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    private static func noMemory(_ bytes: Int) -> Refusal {
        Refusal(
            .unavailable, "no memory to hash a password: \(bytes) bytes are needed",
            retryAfter: .seconds(5))
    }
}
