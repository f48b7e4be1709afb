import CJOSE
import Foundation
import Synchronization

/// A public key of an issuer, for one algorithm.
///
/// - Source: RFC 7517; RFC 7518 §6.
// SAFETY: libcjose does not document that threads may share a key, so one at a time uses it, in
// `turn`.
final class SigningKey: @unchecked Sendable {
    /// The accepted algorithms; all others are refused.
    static let algorithms = ["RS256", "ES256"]

    /// `kid`.
    let name: String?
    /// RS256 or ES256.
    let algorithm: String
    private let key: OpaquePointer
    private let turn = Mutex(())

    /// The usable keys of a set; others are skipped.
    static func all(in bytes: [UInt8]) -> [SigningKey] {
        let set = try? JSONDecoder().decode(JSONKeySet.self, from: Data(bytes))
        return (set?.keys ?? []).compactMap(\.value).compactMap(SigningKey.init)
    }

    /// - Returns: nil for a key of another kind, for another use, or too short.
    private init?(_ key: JSONKey) {
        guard key.use == nil || key.use == "sig" else { return nil }
        let parts: [String: String]
        switch (key.kty, key.alg ?? key.usualAlgorithm) {
        case ("RSA", "RS256"):
            guard let modulus = key.n, let exponent = key.e, modulus.utf8.count >= 342
            else { return nil }
            (algorithm, parts) = ("RS256", ["kty": "RSA", "n": modulus, "e": exponent])
        case ("EC", "ES256"):
            guard key.crv == "P-256", let x = key.x, let y = key.y else { return nil }
            (algorithm, parts) = ("ES256", ["kty": "EC", "crv": "P-256", "x": x, "y": y])
        default: return nil
        }
        guard let json = try? [UInt8](JSONEncoder().encode(parts)),
            let imported = cjose_jwk_import(json, json.count, nil)
        else { return nil }
        self.key = imported
        name = key.kid
    }

    deinit {
        cjose_jwk_release(key)
    }

    /// Whether this key signed a token.
    func hasSigned(_ token: borrowing SignedToken) -> Bool {
        turn.withLock { _ in cjose_jws_verify(token.parts, key, nil) }
    }
}

private struct JSONKeySet: Decodable {
    let keys: [Lenient]

    /// A key, or any other value in the list.
    struct Lenient: Decodable {
        let value: JSONKey?

        init(from decoder: any Decoder) throws { value = try? JSONKey(from: decoder) }
    }
}

private struct JSONKey: Decodable {
    let kty: String
    let kid: String?
    let alg: String?
    let use: String?
    let n: String?
    let e: String?
    let crv: String?
    let x: String?
    let y: String?

    /// The algorithm of a key without `alg`.
    var usualAlgorithm: String { kty == "RSA" ? "RS256" : kty == "EC" ? "ES256" : "" }
}
