import COpenSSL

/// Why a handshake failed, in words: ours, and OpenSSL's short ones. Nothing of the peer's is in
/// them.
enum TLSReason {
    /// OpenSSL's words for its last error, which is taken from its queue with all others.
    static var last: String {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        return text(code)
    }

    /// Why `ssl` gave up its handshake. Empties the error queue.
    static func ofHandshake(_ ssl: OpaquePointer) -> String {
        let code = ERR_peek_error()
        ERR_clear_error()
        let verdict = SSL_get_verify_result(ssl)
        guard verdict == Int(X509_V_OK) else { return ofCertificate(verdict) }
        return "\(ours(code)) (\(text(code)))"
    }

    private static func text(_ code: UInt) -> String {
        ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason given"
    }

    private static func ours(_ code: UInt) -> String {
        switch ERR_GET_REASON(code) {
        case SSL_R_HTTP_REQUEST, SSL_R_WRONG_VERSION_NUMBER, SSL_R_PACKET_LENGTH_TOO_LONG:
            "the peer does not speak TLS here"
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW,
            SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
            "no version of TLS in common; 1.2 is the oldest"
        case SSL_R_NO_SHARED_CIPHER: "no cipher in common"
        case SSL_R_NO_APPLICATION_PROTOCOL: "the peer wants another protocol than http/1.1"
        // Alerts of the peer's are numbered from here, so that 1000 + n is alert n.
        case let reason where reason >= SSL_AD_REASON_OFFSET: "the peer refused"
        default: "the handshake broke"
        }
    }

    private static func ofCertificate(_ verdict: Int) -> String {
        switch Int32(truncatingIfNeeded: verdict) {
        case X509_V_ERR_CERT_HAS_EXPIRED: "its certificate has expired"
        case X509_V_ERR_CERT_NOT_YET_VALID: "its certificate is not valid yet"
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
            "its certificate is for another name"
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
            "its certificate is signed by nobody that is trusted here"
        default:
            "its certificate is refused: " + String(cString: X509_verify_cert_error_string(verdict))
        }
    }
}

/// Why certificates, keys or roots of trust cannot be used: one line for the administrator.
public struct TLSError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with which file.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
