import COpenSSL

/// A certificate and its key, made for one test.
public final class TestCertificate: Sendable {
    /// What kind of key it has.
    public enum Key: Sendable {
        case p256
        case rsa(bits: Int32)
    }

    /// A test that cannot make its certificates cannot go on.
    public struct Failure: Error {}

    /// The certificate, and behind it those of its issuers but the root, in PEM format.
    public let chain: [UInt8]
    /// The certificate alone, in PEM format.
    public let certificate: [UInt8]
    /// The key, in PEM format.
    public let key: [UInt8]
    /// The key, encrypted with a password.
    public let encryptedKey: [UInt8]

    /// Makes a key and a certificate for it.
    ///
    /// - Parameters:
    ///   - name: the common name.
    ///   - alternatives: the names it is for, as OpenSSL writes them: `DNS:localhost`.
    ///   - validSeconds: from when until when it is valid, counted from now.
    ///   - issuer: who signs it; nil for itself.
    ///   - isAuthority: whether it may sign others.
    public init(
        _ name: String = "test", alternatives: String = "DNS:localhost,IP:127.0.0.1",
        validSeconds: ClosedRange<Int> = -3_600...86_400, key kind: Key = .p256,
        issuer: TestCertificate? = nil, isAuthority: Bool = false
    ) throws {
        guard let pair = Self.makeKey(kind), let made = X509_new() else { throw Failure() }
        defer {
            EVP_PKEY_free(pair)
            X509_free(made)
        }
        X509_set_version(made, 2)
        // Tells two certificates of one name apart.
        ASN1_INTEGER_set(X509_get_serialNumber(made), .random)
        X509_gmtime_adj(X509_getm_notBefore(made), validSeconds.lowerBound)
        X509_gmtime_adj(X509_getm_notAfter(made), validSeconds.upperBound)
        X509_set_pubkey(made, pair)
        X509_NAME_add_entry_by_NID(
            X509_get_subject_name(made), NID_commonName, 0x1001, name, -1, -1, 0)
        Self.extend(made, NID_basic_constraints, isAuthority ? "critical,CA:TRUE" : "CA:FALSE")
        Self.extend(made, NID_subject_alt_name, alternatives)
        try Self.sign(made, with: pair, by: issuer)

        certificate = Self.pem { PEM_write_bio_X509($0, made) }
        chain = certificate + (issuer.map { $0.chain == $0.certificate ? [] : $0.chain } ?? [])
        key = Self.pem { PEM_write_bio_PrivateKey($0, pair, nil, nil, 0, nil, nil) }
        encryptedKey = Self.pem {
            let password: [UInt8] = [1, 2, 3, 4]
            return PEM_write_bio_PrivateKey($0, pair, EVP_aes_128_cbc(), password, 4, nil, nil)
        }
    }

    /// Puts chain and key into a folder, replacing what is there.
    ///
    /// - Returns: where they are.
    public func write(
        to folder: TemporaryFolder, as name: String = "server"
    ) throws -> (certificateFile: String, keyFile: String) {
        try folder.write(chain, to: "\(name).crt")
        try folder.write(key, to: "\(name).key")
        return ("\(folder.path)/\(name).crt", "\(folder.path)/\(name).key")
    }

    private static func makeKey(_ kind: Key) -> OpaquePointer? {
        let context =
            switch kind {
            case .p256: EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
            case .rsa: EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil)
            }
        defer { EVP_PKEY_CTX_free(context) }
        EVP_PKEY_keygen_init(context)
        switch kind {
        case .p256: EVP_PKEY_CTX_set_group_name(context, "P-256")
        case .rsa(let bits): EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits)
        }
        var key: OpaquePointer?
        EVP_PKEY_keygen(context, &key)
        return key
    }

    private static func extend(_ certificate: OpaquePointer, _ id: Int32, _ value: String) {
        let part = X509V3_EXT_conf_nid(nil, nil, id, value)
        X509_add_ext(certificate, part, -1)
        X509_EXTENSION_free(part)
    }

    private static func sign(
        _ certificate: OpaquePointer, with own: OpaquePointer, by issuer: TestCertificate?
    ) throws {
        guard let issuer else {
            X509_set_issuer_name(certificate, X509_get_subject_name(certificate))
            guard X509_sign(certificate, own, EVP_sha256()) > 0 else { throw Failure() }
            return
        }
        let parent = read(issuer.certificate) { PEM_read_bio_X509($0, nil, nil, nil) }
        let key = read(issuer.key) { PEM_read_bio_PrivateKey($0, nil, nil, nil) }
        defer {
            X509_free(parent)
            EVP_PKEY_free(key)
        }
        X509_set_issuer_name(certificate, X509_get_subject_name(parent))
        guard X509_sign(certificate, key, EVP_sha256()) > 0 else { throw Failure() }
    }

    private static func pem(_ write: (OpaquePointer?) -> Int32) -> [UInt8] {
        let sink = BIO_new(BIO_s_mem())
        defer { BIO_free(sink) }
        guard write(sink) == 1 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = BIO_read(sink, &bytes, Int32(clamping: bytes.count))
        return Array(bytes.prefix(max(0, Int(count))))
    }

    private static func read(
        _ bytes: [UInt8], _ parse: (OpaquePointer?) -> OpaquePointer?
    ) -> OpaquePointer? {
        bytes.withUnsafeBytes { all in
            let source = BIO_new_mem_buf(all.baseAddress, Int32(clamping: all.count))
            defer { BIO_free(source) }
            return parse(source)
        }
    }
}

extension Int {
    /// A positive number of 31 bits.
    fileprivate static var random: Int {
        var bytes = [UInt8](repeating: 0, count: 4)
        RAND_bytes(&bytes, 4)
        return bytes.reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
    }
}
