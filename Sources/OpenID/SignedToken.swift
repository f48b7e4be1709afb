import Accounts
import CJOSE
import Foundation
import Kernel

/// A token in its parts; its signature is not verified yet.
///
/// One parser reads the head for us and for the verification, so that both see the same algorithm.
struct SignedToken: ~Copyable {
    let claims: IDClaims
    let key: KeyName
    /// libcjose's own, for as long as this token.
    let parts: OpaquePointer

    /// - Parameter token: JWS compact serialization (RFC 7515 §7.1), at most
    ///   `OpenIDIssuers.tokenBytesMax` bytes.
    /// - Throws: `.badIDToken`.
    init(_ token: String) throws(Refusal) {
        guard token.utf8.count <= OpenIDIssuers.tokenBytesMax else { throw .badIDToken(.tooLong) }
        let bytes = Array(token.utf8CString.dropLast())
        guard let parts = cjose_jws_import(bytes, bytes.count, nil) else {
            throw .badIDToken(.malformed)
        }
        do throws(Refusal) {
            (claims, key) = (try Self.claims(in: parts), try Self.key(in: parts))
        } catch {
            cjose_jws_release(parts)
            throw error
        }
        self.parts = parts
    }

    deinit {
        cjose_jws_release(parts)
    }

    private static func key(in parts: OpaquePointer) throws(Refusal) -> KeyName {
        let head = cjose_jws_get_protected(parts)
        guard !has(head, "crit"), let algorithm = text(head, "alg"),
            SigningKey.algorithms.contains(algorithm)
        else { throw .badIDToken(.algorithm) }
        return KeyName(name: text(head, "kid"), algorithm: algorithm)
    }

    private static func claims(in parts: OpaquePointer) throws(Refusal) -> IDClaims {
        var payload: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard cjose_jws_get_plaintext(parts, &payload, &count, nil), let payload,
            let claims = try? JSONDecoder().decode(
                IDClaims.self, from: Data(bytes: payload, count: count))
        else { throw .badIDToken(.malformed) }
        return claims
    }

    private static func text(_ head: OpaquePointer?, _ name: String) -> String? {
        cjose_header_get(head, name, nil).map { String(cString: $0) }
    }

    private static func has(_ head: OpaquePointer?, _ name: String) -> Bool {
        guard let raw = cjose_header_get_raw(head, name, nil) else { return false }
        free(raw)
        return true
    }
}
