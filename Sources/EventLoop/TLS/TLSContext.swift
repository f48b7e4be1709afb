import COpenSSL

/// Everything that the connections of one certificate, or of one set of roots, have in common.
final class TLSContext: @unchecked Sendable {
    // SAFETY: set up by the factories below before it is shared, and never changed afterwards. Its
    // reference count is atomic: each connection holds its own reference, so that a replaced
    // context lives as long as its last connection.
    let pointer: OpaquePointer

    /// What both ends speak: TLS 1.2 and 1.3; and no buffer that is kept while nothing moves.
    ///
    /// - Source: RFC 9325 §3 and §4.2 for versions and ciphers.
    init(_ method: OpaquePointer?) throws(TLSError) {
        guard let pointer = SSL_CTX_new(method) else { throw TLSError("no memory for TLS") }
        self.pointer = pointer
        let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"
        guard upfor_ctx_set_min_version(pointer, TLS1_2_VERSION) == 1,
            SSL_CTX_set_cipher_list(pointer, ciphers) == 1
        else { throw TLSError("this OpenSSL lacks TLS 1.2 with ECDHE and AES-GCM") }
        SSL_CTX_set_options(pointer, UPFOR_OPTIONS)
        let mode =
            SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE
            | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
        // Records that carry no bytes for us are counted against a peer's share of a turn.
        upfor_ctx_set_mode(pointer, Int(mode), Int(SSL_MODE_AUTO_RETRY))
        upfor_ctx_keep_no_sessions(pointer)
        // One `recv` for each batch of records instead of two for each record.
        upfor_ctx_read_ahead(pointer)
    }

    deinit { SSL_CTX_free(pointer) }
}

extension TLSContext {
    /// The context of a server that shows these certificates, its own first.
    static func server(
        _ certificates: [Certificate], _ key: borrowing PrivateKey
    ) throws(TLSError) -> TLSContext {
        let context = try TLSContext(TLS_server_method())
        SSL_CTX_set_options(context.pointer, UPFOR_SERVER_OPTIONS)
        try context.show(certificates, key)
        SSL_CTX_set_alpn_select_cb(context.pointer, ApplicationProtocol.choose, nil)
        // One stateless ticket, for TLS 1.3 only; see docs/decisions/0006.
        SSL_CTX_set_num_tickets(context.pointer, 1)
        SSL_CTX_set_cert_cb(context.pointer, SessionTicket.withhold, nil)
        return context
    }

    private func show(
        _ certificates: [Certificate], _ key: borrowing PrivateKey
    ) throws(TLSError) {
        ERR_clear_error()
        for (position, certificate) in certificates.enumerated() {
            let accepted: Int32
            if position == 0 {
                accepted = SSL_CTX_use_certificate(pointer, certificate.pointer)
            } else {
                X509_up_ref(certificate.pointer)
                accepted = upfor_ctx_add_to_chain(pointer, certificate.pointer)
                if accepted != 1 { X509_free(certificate.pointer) }
            }
            guard accepted == 1 else { throw TLSError("certificate refused: \(TLSReason.last)") }
        }
        guard SSL_CTX_use_PrivateKey(pointer, key.pointer) == 1 else {
            throw TLSError("key refused: \(TLSReason.last)")
        }
    }
}

/// The one protocol that is carried.
enum ApplicationProtocol {
    /// `http/1.1`, as it stands in the extension: a length and a name.
    static let wire: [UInt8] = [8] + Array("http/1.1".utf8)

    /// Picks `http/1.1` from what a client offers; refuses a client that does not offer it.
    ///
    /// - Source: RFC 7301 §3.2
    static let choose: SSL_CTX_alpn_select_cb_func = { _, chosen, chosenCount, offer, count, _ in
        guard let chosen, let chosenCount, let offer else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        let offers = UnsafeBufferPointer(start: offer, count: Int(count))
        var position = 0
        while position < offers.count {
            let end = position + 1 + Int(offers[position])
            guard end <= offers.count else { break }
            if offers[position..<end].elementsEqual(wire) {
                // Points into the offer, which outlives the handshake message.
                chosen.pointee = offer + position + 1
                chosenCount.pointee = offers[position]
                return SSL_TLSEXT_ERR_OK
            }
            position = end
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}

/// The policy for session tickets.
enum SessionTicket {
    /// Withholds tickets from TLS 1.2, where the server's ticket key could open every recording;
    /// TLS 1.3 makes new keys at each resumption. Called once the version is settled.
    ///
    /// - Source: RFC 9325 §4.3; RFC 8446 §2.2
    static let withhold: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = {
        ssl, _ in
        if let ssl, SSL_version(ssl) < TLS1_3_VERSION { SSL_set_options(ssl, UPFOR_NO_TICKET) }
        return 1
    }
}
