import COpenSSL
import Glibc

/// How OpenSSL reaches the socket.
///
/// OpenSSL's own way writes without `MSG_NOSIGNAL`, and reads as long as there is something to
/// read: a peer that sends faster than we decrypt would keep the loop to itself.
struct SocketBIO: @unchecked Sendable {
    // SAFETY: built once below, never changed after and never freed.
    private let method: OpaquePointer?

    private static let shared = SocketBIO()

    private init() {
        let kind = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK
        method = BIO_meth_new(kind, "upfor socket")
        BIO_meth_set_read_ex(method, Self.read)
        BIO_meth_set_write_ex(method, Self.write)
        BIO_meth_set_ctrl(method, Self.control)
    }

    /// Makes one for `session`, which owns it and outlives it.
    static func make(for session: TLSSession) -> OpaquePointer? {
        guard let method = shared.method, let bio = BIO_new(method) else { return nil }
        BIO_set_data(bio, Unmanaged.passUnretained(session).toOpaque())
        BIO_set_init(bio, 1)
        return bio
    }

    // SAFETY: `make` has put the session there, and frees the BIO before the session goes.
    private static func session(_ bio: OpaquePointer?) -> Unmanaged<TLSSession>? {
        BIO_get_data(bio).map { Unmanaged.fromOpaque($0) }
    }

    private static let read:
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int>?
        ) -> Int32 = { bio, buffer, count, readCount in
            guard let bio, let session = SocketBIO.session(bio) else { return 0 }
            upfor_bio_clear_retry(bio)
            let got = session._withUnsafeGuaranteedRef { $0.receive(into: buffer, count) }
            if got > 0 {
                readCount?.pointee = got
                return 1
            }
            if got == 0 {
                BIO_set_flags(bio, BIO_FLAGS_IN_EOF)
            } else if session._withUnsafeGuaranteedRef({ $0.socketError }) == 0 {
                upfor_bio_retry_read(bio)
            }
            return 0
        }

    private static let write:
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, Int, UnsafeMutablePointer<Int>?
        ) -> Int32 = { bio, bytes, count, writtenCount in
            guard let bio, let session = SocketBIO.session(bio) else { return 0 }
            upfor_bio_clear_retry(bio)
            let put = session._withUnsafeGuaranteedRef { $0.transmit(bytes, count) }
            if put > 0 {
                writtenCount?.pointee = put
                return 1
            }
            if session._withUnsafeGuaranteedRef({ $0.socketError }) == 0 {
                upfor_bio_retry_write(bio)
            }
            return 0
        }

    private static let control:
        @convention(c) (OpaquePointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int = {
            bio, command, _, _ in
            switch command {
            case BIO_CTRL_FLUSH: 1
            case BIO_CTRL_EOF: Int(BIO_test_flags(bio, BIO_FLAGS_IN_EOF)) == 0 ? 0 : 1
            default: 0
            }
        }
}
