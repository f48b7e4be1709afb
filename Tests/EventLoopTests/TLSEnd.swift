import COpenSSL

/// A client's end of TLS without I/O: output is taken out, and input is put in. So a test decides
/// how the bytes are cut.
final class TLSEnd {
    struct Failure: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    let ssl: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer

    /// - Parameter offers: the ALPN extension as it stands on the wire; nil for none.
    init(version: Int32, offers: [UInt8]? = nil) throws {
        guard let context = SSL_CTX_new(TLS_client_method()),
            let ssl = SSL_new(context), let input = BIO_new(BIO_s_mem()),
            let output = BIO_new(BIO_s_mem())
        else { throw Failure(description: "no memory") }
        SSL_CTX_free(context)
        self.ssl = ssl
        self.input = input
        self.output = output
        // SSL_CTRL_SET_MIN_PROTO_VERSION and …MAX….
        SSL_ctrl(ssl, 123, Int(version), nil)
        SSL_ctrl(ssl, 124, Int(version), nil)
        if let offers { SSL_set_alpn_protos(ssl, offers, UInt32(offers.count)) }
        SSL_set_bio(ssl, input, output)
        SSL_set_connect_state(ssl)
    }

    deinit { SSL_free(ssl) }

    /// What is to be sent now.
    func takeOutput() -> [UInt8] {
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = BIO_read(output, &part, 65_536), count > 0 {
            all += part[..<Int(count)]
        }
        return all
    }

    func putInput(_ bytes: [UInt8]) {
        BIO_write(input, bytes, Int32(clamping: bytes.count))
    }

    /// - Returns: whether the handshake is done; false when more input is needed.
    func handshake() throws -> Bool {
        try step(SSL_do_handshake(ssl))
    }

    func write(_ bytes: [UInt8]) throws {
        var put = 0
        guard try step(SSL_write_ex(ssl, bytes, bytes.count, &put)), put == bytes.count else {
            throw Failure(description: "cannot write now")
        }
    }

    /// - Returns: empty when more input is needed; nil at the end of the stream.
    func read(_ byteCount: Int) throws -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        var got = 0
        ERR_clear_error()
        let status = SSL_read_ex(ssl, &bytes, byteCount, &got)
        if status != 1, SSL_get_error(ssl, status) == SSL_ERROR_ZERO_RETURN { return nil }
        return try step(status) ? Array(bytes[..<got]) : []
    }

    /// Says that nothing more comes.
    func sayGoodbye() { SSL_shutdown(ssl) }

    /// Has the keys changed, and asks the server to change its own.
    func updateKeys() { SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED) }

    /// Has the keys changed at once, in a message of its own.
    func changeKeys() throws {
        updateKeys()
        _ = try handshake()
    }

    /// Begins a handshake within the connection; TLS 1.3 has no such thing.
    func renegotiate() {
        SSL_renegotiate(ssl)
        _ = try? handshake()
    }

    /// The server's certificate in PEM format.
    var certificate: [UInt8] {
        let sink = BIO_new(BIO_s_mem())
        defer { BIO_free(sink) }
        PEM_write_bio_X509(sink, SSL_get0_peer_certificate(ssl))
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = BIO_read(sink, &bytes, 65_536)
        return Array(bytes[..<max(0, Int(count))])
    }

    private func step(_ status: Int32) throws -> Bool {
        if status == 1 { return true }
        let error = SSL_get_error(ssl, status)
        if error == SSL_ERROR_WANT_READ { return false }
        let text = ERR_reason_error_string(ERR_peek_error()).map { String(cString: $0) }
        ERR_clear_error()
        throw Failure(description: text ?? "error \(error)")
    }
}
