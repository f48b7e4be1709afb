import COpenSSL

/// A private key that signs for a test.
// SAFETY: threads may share a key of OpenSSL as long as none changes it.
final class TestKey: @unchecked Sendable {
    /// A test that cannot sign cannot go on.
    struct Failure: Error {}

    private let key: OpaquePointer

    /// - Parameter pem: a private key in PEM format.
    init(pem: [UInt8]) throws {
        let source = BIO_new_mem_buf(pem, Int32(pem.count))
        defer { BIO_free(source) }
        guard let read = PEM_read_bio_PrivateKey(source, nil, nil, nil) else { throw Failure() }
        key = read
    }

    deinit { EVP_PKEY_free(key) }

    var publicPEM: String {
        let sink = BIO_new(BIO_s_mem())
        defer { BIO_free(sink) }
        PEM_write_bio_PUBKEY(sink, key)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = BIO_read(sink, &bytes, Int32(bytes.count))
        return String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
    }

    /// A number of the public key by OpenSSL's name for it, the highest byte first.
    ///
    /// - Parameter bytes: how many it has at least.
    func number(_ name: String, bytes least: Int32 = 1) -> [UInt8] {
        var number: OpaquePointer?
        EVP_PKEY_get_bn_param(key, name, &number)
        defer { BN_free(number) }
        let count = max(least, (BN_num_bits(number) + 7) / 8)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        BN_bn2binpad(number, &bytes, count)
        return bytes
    }

    /// With SHA-256.
    func signature(of text: [UInt8]) throws -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var bytes = [UInt8](repeating: 0, count: 512)
        var count = bytes.count
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, &bytes, &count, text, text.count) == 1
        else { throw Failure() }
        return Array(bytes.prefix(count))
    }

    /// The two numbers of an ECDSA signature one after the other, as tokens have them.
    ///
    /// - Source: RFC 7518 §3.4.
    static func joined(_ signature: [UInt8]) throws -> [UInt8] {
        let parsed = signature.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return d2i_ECDSA_SIG(nil, &next, bytes.count)
        }
        guard let parsed else { throw Failure() }
        defer { ECDSA_SIG_free(parsed) }
        var joined = [UInt8](repeating: 0, count: 64)
        joined.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            BN_bn2binpad(ECDSA_SIG_get0_r(parsed), start, 32)
            BN_bn2binpad(ECDSA_SIG_get0_s(parsed), start + 32, 32)
        }
        return joined
    }
}
