import COpenSSL
import Glibc

/// An X.509 certificate.
final class Certificate {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { X509_free(pointer) }

    /// The day until which it is valid, `2027-01-31`.
    var lastDay: String { Self.day(X509_get0_notAfter(pointer)) }

    /// The moment until which it is valid, in seconds since 1970.
    var expirySeconds: Int64 {
        var time = tm()
        guard ASN1_TIME_to_tm(X509_get0_notAfter(pointer), &time) == 1 else { return 0 }
        return Int64(timegm(&time))
    }

    /// Refuses what no client would accept.
    func check(of path: String) throws(TLSError) {
        guard X509_cmp_current_time(X509_get0_notAfter(pointer)) > 0 else {
            throw TLSError("\(path): the certificate has expired on \(lastDay)")
        }
        let begin = X509_get0_notBefore(pointer)
        guard X509_cmp_current_time(begin) < 0 else {
            throw TLSError("\(path): the certificate is not valid before \(Self.day(begin))")
        }
        guard let key = X509_get0_pubkey(pointer) else {
            throw TLSError("\(path): the certificate has a key of an unknown kind")
        }
        let bits = EVP_PKEY_get_bits(key)
        guard EVP_PKEY_get_base_id(key) != EVP_PKEY_RSA || bits >= 2048 else {
            throw TLSError("\(path): an RSA key of \(bits) bits; 2048 is the least")
        }
    }

    private static func day(_ moment: UnsafePointer<ASN1_TIME>?) -> String {
        var time = tm()
        guard ASN1_TIME_to_tm(moment, &time) == 1 else { return "an unknown day" }
        let month = time.tm_mon + 1
        let day = time.tm_mday
        return "\(time.tm_year + 1900)-\(month < 10 ? "0" : "")\(month)"
            + "-\(day < 10 ? "0" : "")\(day)"
    }
}

/// A private key. What OpenSSL holds of it is wiped when it is freed.
struct PrivateKey: ~Copyable {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }
}
