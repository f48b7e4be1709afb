import COpenSSL

/// A pair of keys that signs for a test.
// SAFETY: threads may share a key of OpenSSL as long as none changes it.
package final class SigningPair: @unchecked Sendable {
    /// A test that cannot sign cannot go on.
    package struct Failure: Error {}

    private let algorithm: SoftPasskey.Algorithm
    private let key: OpaquePointer

    /// - Parameter rsaBits: of a key for RSA.
    package init(_ algorithm: SoftPasskey.Algorithm, rsaBits: Int32 = 2048) throws {
        self.algorithm = algorithm
        let kind =
            switch algorithm {
            case .es256: EVP_PKEY_EC
            case .edDSA: NID_ED25519
            case .rs256: EVP_PKEY_RSA
            }
        guard let context = EVP_PKEY_CTX_new_id(kind, nil) else { throw Failure() }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_keygen_init(context) == 1 else { throw Failure() }
        switch algorithm {
        case .es256:
            guard
                EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1
            else { throw Failure() }
        case .rs256:
            guard EVP_PKEY_CTX_set_rsa_keygen_bits(context, rsaBits) == 1 else { throw Failure() }
        case .edDSA: break
        }
        var made: OpaquePointer?
        guard EVP_PKEY_generate(context, &made) == 1, let made else { throw Failure() }
        key = made
    }

    deinit { EVP_PKEY_free(key) }

    /// The public key, as COSE writes it.
    ///
    /// - Source: RFC 9053 §7; RFC 8230 §4.
    package var cose: [UInt8] {
        let pairs: [(Int64, [UInt8])] =
            switch algorithm {
            case .es256:
                [
                    (1, CBOR.number(2)), (3, CBOR.number(-7)), (-1, CBOR.number(1)),
                    (-2, CBOR.bytes(number("qx", bytes: 32))),
                    (-3, CBOR.bytes(number("qy", bytes: 32))),
                ]
            case .edDSA:
                [
                    (1, CBOR.number(1)), (3, CBOR.number(-8)), (-1, CBOR.number(6)),
                    (-2, CBOR.bytes(raw)),
                ]
            case .rs256:
                [
                    (1, CBOR.number(3)), (3, CBOR.number(-257)), (-1, CBOR.bytes(number("n"))),
                    (-2, CBOR.bytes(number("e"))),
                ]
            }
        return CBOR.map(pairs.map { (CBOR.number($0.0), $0.1) })
    }

    /// In the form of the algorithm; of ECDSA in DER.
    package func signature(of message: [UInt8]) throws -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var bytes = [UInt8](repeating: 0, count: 512)
        var count = bytes.count
        let digest = algorithm == .edDSA ? nil : EVP_sha256()
        guard EVP_DigestSignInit(context, nil, digest, nil, key) == 1,
            EVP_DigestSign(context, &bytes, &count, message, message.count) == 1
        else { throw Failure() }
        return Array(bytes.prefix(count))
    }

    private var raw: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = bytes.count
        EVP_PKEY_get_raw_public_key(key, &bytes, &count)
        return bytes
    }

    /// A number of the public key by OpenSSL's name for it, the highest byte first.
    ///
    /// - Parameter least: how many bytes it has at least.
    private func number(_ name: String, bytes least: Int32 = 1) -> [UInt8] {
        var number: OpaquePointer?
        EVP_PKEY_get_bn_param(key, name, &number)
        defer { BN_free(number) }
        let count = max(least, (BN_num_bits(number) + 7) / 8)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        BN_bn2binpad(number, &bytes, count)
        return bytes
    }
}
