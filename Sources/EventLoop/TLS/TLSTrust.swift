import COpenSSL

/// Whom a client believes: the roots that a server's certificate must lead to.
public final class TLSTrust: Sendable {
    let context: TLSContext

    /// The roots that this system trusts.
    ///
    /// - Throws: `TLSError` when OpenSSL cannot set itself up. A system without roots is no error
    ///   here: every server is refused then.
    public static func system() throws(TLSError) -> TLSTrust {
        let context = try clientContext()
        guard SSL_CTX_set_default_verify_paths(context.pointer) == 1 else {
            throw TLSError("the system's roots of trust: \(TLSReason.last)")
        }
        return TLSTrust(context)
    }

    /// Only the certificates in a file: a private authority, or one server's own certificate.
    ///
    /// - Parameter file: PEM, one certificate or more.
    /// - Throws: `TLSError` when it is missing or not PEM.
    public convenience init(file: String) throws(TLSError) {
        let context = try Self.clientContext()
        let store = SSL_CTX_get_cert_store(context.pointer)
        for certificate in try PEMFile(file).certificates() {
            guard X509_STORE_add_cert(store, certificate.pointer) == 1 else {
                throw TLSError("\(file): \(TLSReason.last)")
            }
        }
        // So that trust may begin at a certificate that is no root.
        X509_STORE_set_flags(store, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        self.init(context)
    }

    private init(_ context: TLSContext) {
        self.context = context
    }

    private static func clientContext() throws(TLSError) -> TLSContext {
        let context = try TLSContext(TLS_client_method())
        SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER, nil)
        return context
    }
}

/// The server that a connection of ours means to reach over TLS.
public struct TLSServer: Sendable {
    /// The name or numeric address that its certificate must be for.
    public let name: String
    /// The authorities that must have certified it.
    public let trust: TLSTrust
    /// Whether the handshake offers HTTP/1.1 by ALPN: a server that expects another protocol may
    /// refuse it.
    let offersHTTP: Bool

    /// Names a server of HTTP.
    public init(name: String, trust: TLSTrust) {
        self.init(name: name, trust: trust, offersHTTP: true)
    }

    /// Names a server.
    package init(name: String, trust: TLSTrust, offersHTTP: Bool) {
        (self.name, self.trust, self.offersHTTP) = (name, trust, offersHTTP)
    }
}
