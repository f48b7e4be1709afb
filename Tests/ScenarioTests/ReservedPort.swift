import Glibc

/// A port of 127.0.0.1 that is a test's own, also while its daemon is being replaced.
///
/// A socket that is bound and does not listen lets only those bind the port who ask for it by
/// number: nobody is given it who takes whichever is free, to listen or to connect.
final class ReservedPort: Sendable {
    let number: UInt16
    private let socket: Int32

    struct Unavailable: Error {}

    init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var isReused: Int32 = 1
        setsockopt(
            socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0
                    ? getsockname(descriptor, pointer, &size) : -1
            }
        }
        number = UInt16(bigEndian: address.sin_port)
        guard status == 0 else { throw Unavailable() }
    }

    deinit { close(socket) }
}
