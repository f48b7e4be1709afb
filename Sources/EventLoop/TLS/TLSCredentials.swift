import COpenSSL
import Synchronization

/// What a server proves itself with: a chain of certificates and the key of the first.
///
/// Both may be replaced on disk and read again while connections are served.
public final class TLSCredentials: Sendable {
    private struct Loaded: Sendable {
        let context: TLSContext
        let keyIsReadableByOthers: Bool
        let expirySeconds: Int64
    }

    /// The file of the chain, the server's own certificate first.
    public let certificateFile: String
    /// The file of the private key.
    public let keyFile: String
    private let loaded: Mutex<Loaded>

    /// Reads both files.
    ///
    /// - Parameter certificateFile: PEM; the server's certificate, then those that lead to a root.
    /// - Parameter keyFile: PEM, without a password.
    /// - Throws: `TLSError` when a file is missing or not PEM; when the key is encrypted or not
    ///   that of the certificate; when the server's own certificate has expired, is not valid yet,
    ///   or has an RSA key under 2048 bits.
    public init(certificateFile: String, keyFile: String) throws(TLSError) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        loaded = Mutex(try Self.load(certificateFile, keyFile))
    }

    /// Reads both files again. New connections get the new certificate, old ones are not touched.
    ///
    /// - Throws: as `init`; what was there before stays in use.
    public func reload() throws(TLSError) {
        let new = try Self.load(certificateFile, keyFile)
        loaded.withLock { $0 = new }
    }

    /// Whether users other than its owner may read the key file: worth a warning.
    public var keyIsReadableByOthers: Bool { loaded.withLock { $0.keyIsReadableByOthers } }

    /// When the first certificate of the chain to do so expires, in seconds since 1970.
    public var expirySeconds: Int64 { loaded.withLock { $0.expirySeconds } }

    /// What a new connection is to use.
    var context: TLSContext { loaded.withLock { $0.context } }

    private static func load(_ chain: String, _ key: String) throws(TLSError) -> Loaded {
        let certificates = try PEMFile(chain).certificates()
        // Of the others the client chooses: an old one beside a new one does no harm.
        try certificates[0].check(of: chain)
        let keyFile = try PEMFile(key)
        let privateKey = try keyFile.privateKey()
        let isPair = X509_check_private_key(certificates[0].pointer, privateKey.pointer) == 1
        ERR_clear_error()
        guard isPair else { throw TLSError("\(key): not the key of the certificate in \(chain)") }
        return Loaded(
            context: try .server(certificates, privateKey),
            keyIsReadableByOthers: keyFile.isReadableByOthers,
            expirySeconds: certificates.map(\.expirySeconds).min() ?? 0)
    }
}
