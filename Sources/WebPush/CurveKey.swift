import COpenSSL

/// A point of the curve P-256, which is a public key.
public struct CurvePoint: Equatable, Sendable {
    /// The length of an uncompressed point.
    public static let byteCount = 65
    /// Uncompressed: 4, x, y.
    public let bytes: [UInt8]

    /// Accepts 65 bytes that are a point of the curve; nil otherwise.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, bytes.first == 4 else { return nil }
        self.bytes = bytes
        guard withKey({ _ in true }) == true else { return nil }
    }

    /// The bytes before the point in a `SubjectPublicKeyInfo`.
    ///
    /// - Source: RFC 5480 §2.
    static let prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08,
        0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    func withKey<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
        let whole = Self.prefix + bytes
        return whole.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            // Refuses what is no point of the curve.
            guard let key = d2i_PUBKEY(nil, &place, buffer.count) else {
                ERR_clear_error()
                return nil
            }
            defer { EVP_PKEY_free(key) }
            return body(key)
        }
    }
}

// SAFETY: OpenSSL's key is not changed after `init`, and is freed with the last reference.
/// A key pair of P-256.
public final class CurveKey: @unchecked Sendable {
    /// OpenSSL has failed, or a file is no such key.
    public struct Failure: Error {}

    /// The public key.
    public let point: CurvePoint
    private let key: OpaquePointer

    /// Makes a new one.
    public convenience init() throws(Failure) {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { throw Failure() }
        defer { EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
            EVP_PKEY_generate(context, &made) == 1, let made
        else { throw Failure() }
        try self.init(owning: made)
    }

    /// Takes the number and the point that belong together.
    ///
    /// - Source: RFC 5915.
    public convenience init(number: [UInt8], point: CurvePoint) throws(Failure) {
        guard number.count == 32 else { throw Failure() }
        let curve: [UInt8] = [
            0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
        ]
        let whole =
            [0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20] + number + curve
            + [0xA1, 0x44, 0x03, 0x42, 0x00] + point.bytes
        let made = whole.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return d2i_AutoPrivateKey(nil, &place, buffer.count)
        }
        guard let made else { throw Failure() }
        try self.init(owning: made)
    }

    /// Reads one from PEM.
    public convenience init(pem: [UInt8]) throws(Failure) {
        guard let source = BIO_new_mem_buf(pem, Int32(clamping: pem.count)) else {
            throw Failure()
        }
        defer { BIO_free(source) }
        guard let made = PEM_read_bio_PrivateKey(source, nil, nil, nil) else {
            ERR_clear_error()
            throw Failure()
        }
        try self.init(owning: made)
    }

    private init(owning key: OpaquePointer) throws(Failure) {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = Int(i2d_PUBKEY(key, &bytes))
        let whole = Array(UnsafeBufferPointer(start: bytes, count: max(0, count)))
        CRYPTO_free(bytes, "", 0)
        guard whole.count == CurvePoint.prefix.count + CurvePoint.byteCount,
            whole.starts(with: CurvePoint.prefix),
            let point = CurvePoint(Array(whole.suffix(CurvePoint.byteCount)))
        else {
            EVP_PKEY_free(key)
            throw Failure()
        }
        (self.key, self.point) = (key, point)
    }

    deinit { EVP_PKEY_free(key) }

    /// The pair as PEM, for a file that only its owner can read.
    public var pem: [UInt8] {
        guard let target = BIO_new(BIO_s_mem()) else { return [] }
        defer { BIO_free(target) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        guard PEM_write_bio_PrivateKey(target, key, nil, nil, 0, nil, nil) == 1 else { return [] }
        let count = BIO_read(target, &bytes, Int32(bytes.count))
        return Array(bytes.prefix(Int(max(0, count))))
    }

    /// 32 bytes that only the owners of the two keys can compute.
    func secret(with other: CurvePoint) throws(Failure) -> [UInt8] {
        let key = key
        let secret: [UInt8]?? = other.withKey { other in
            guard let context = EVP_PKEY_CTX_new(key, nil) else { return nil }
            defer { EVP_PKEY_CTX_free(context) }
            var secret = [UInt8](repeating: 0, count: 32)
            var count = secret.count
            guard EVP_PKEY_derive_init(context) == 1,
                EVP_PKEY_derive_set_peer(context, other) == 1,
                EVP_PKEY_derive(context, &secret, &count) == 1, count == 32
            else { return nil }
            return secret
        }
        guard let secret, let secret else { throw Failure() }
        return secret
    }

    /// A signature by ECDSA with SHA-256: r and s, 32 bytes each.
    ///
    /// - Source: RFC 7518 §3.4.
    public func signature(of message: [UInt8]) throws(Failure) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw Failure() }
        defer { EVP_MD_CTX_free(context) }
        var whole = [UInt8](repeating: 0, count: 128)
        var count = whole.count
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, &whole, &count, message, message.count) == 1
        else { throw Failure() }
        let numbers = whole.withUnsafeBufferPointer { buffer -> [UInt8]? in
            var place = buffer.baseAddress
            guard let signature = d2i_ECDSA_SIG(nil, &place, count) else { return nil }
            defer { ECDSA_SIG_free(signature) }
            var bytes = [UInt8](repeating: 0, count: 64)
            let isWhole = bytes.withUnsafeMutableBufferPointer { bytes in
                BN_bn2binpad(ECDSA_SIG_get0_r(signature), bytes.baseAddress, 32) == 32
                    && BN_bn2binpad(
                        ECDSA_SIG_get0_s(signature), bytes.baseAddress.map { $0 + 32 }, 32) == 32
            }
            return isWhole ? bytes : nil
        }
        guard let numbers else { throw Failure() }
        return numbers
    }
}
