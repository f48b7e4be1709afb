import CLinux
import Glibc

extension Listener {
    enum Acceptance {
        case accepted(ByteStream, peer: SocketAddress)
        /// Nobody waits.
        case nobody
        /// This one is lost; the next may not be.
        case lost
        /// No descriptor or memory is left.
        case exhausted(errno: Int32)
    }

    /// Accepts one connection, non-blocking and closed on exec.
    ///
    /// - Source: accept(2), "Error handling": errors of the new socket are to be retried.
    func accept() -> Acceptance {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let accepted = linux_accept4(number, &storage, &size, flags)
        guard accepted < 0 else {
            let peer = SocketAddress(storage) ?? SocketAddress(v4: 0, port: 0)
            return .accepted(ByteStream(number: accepted), peer: peer)
        }
        switch errno {
        case EAGAIN: return .nobody
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(errno: errno)
        default: return .lost
        }
    }
}
