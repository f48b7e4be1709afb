import COpenSSL

extension RawPeer {
    /// Shakes hands over TLS only now, says `text`, and returns the first line of the answer.
    func secureStatusLine(_ text: String) throws -> String {
        guard let context = SSL_CTX_new(TLS_client_method()), let ssl = SSL_new(context) else {
            throw Silence()
        }
        defer {
            SSL_free(ssl)
            SSL_CTX_free(context)
        }
        guard SSL_set_fd(ssl, socket) == 1, SSL_connect(ssl) == 1,
            SSL_write(ssl, text, Int32(clamping: text.utf8.count)) > 0
        else { throw Silence() }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = SSL_read(ssl, &bytes, Int32(clamping: bytes.count))
        guard count > 0 else { throw Silence() }
        let answer = String(decoding: bytes[..<Int(count)], as: UTF8.self)
        return String(answer.prefix { $0 != "\r\n" })
    }
}
