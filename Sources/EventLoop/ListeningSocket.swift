import Glibc

/// The system calls that a listener begins with.
enum ListeningSocket {
    /// A socket with this address, which does not listen yet.
    static func bound(to address: SocketAddress) throws(SystemError) -> Descriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let made = Descriptor(owning: socket(address.systemFamily, kind, 0))
        guard let made else { throw SystemError("socket") }
        set(SOL_SOCKET, SO_REUSEADDR, 1, on: made.number)
        let number = made.number
        let status = address.withSystemAddress { Glibc.bind(number, $0, $1) }
        guard status == 0 else { throw SystemError("bind") }
        return made
    }

    /// Sets what accepted connections are to inherit.
    static func prepare(_ number: Int32, _ options: ListenerOptions) {
        set(SOL_SOCKET, SO_SNDBUF, options.kernelSendBytes, on: number)
        set(Int32(IPPROTO_TCP), TCP_NODELAY, 1, on: number)
        set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, options.userTimeoutMilliseconds, on: number)
    }

    /// Where a foreign descriptor listens, if that is what it does.
    static func checkedAddress(of number: Int32) throws(SystemError) -> SocketAddress {
        let family = try get(SO_DOMAIN, of: number)
        let kind = try get(SO_TYPE, of: number)
        guard family == AF_INET || family == AF_INET6, kind == Int32(SOCK_STREAM.rawValue) else {
            throw SystemError("adopt", errno: EPROTONOSUPPORT)
        }
        guard try get(SO_ACCEPTCONN, of: number) != 0 else {
            throw SystemError("adopt", errno: EINVAL)
        }
        guard let address = address(of: number) else { throw SystemError("getsockname") }
        return address
    }

    /// Gives a foreign descriptor the flags of our own: non-blocking, and closed on exec.
    static func makeOurs(_ number: Int32) throws(SystemError) {
        let status = fcntl(number, F_GETFL)
        guard status >= 0, fcntl(number, F_SETFL, status | O_NONBLOCK) == 0,
            fcntl(number, F_SETFD, FD_CLOEXEC) == 0
        else { throw SystemError("fcntl") }
    }

    static func address(of number: Int32) -> SocketAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(number, $0, &size)
            }
        }
        return status == 0 ? SocketAddress(storage) : nil
    }

    private static func set(_ level: Int32, _ name: Int32, _ value: Int32, on number: Int32) {
        var value = value
        _ = setsockopt(number, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func get(_ name: Int32, of number: Int32) throws(SystemError) -> Int32 {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(number, SOL_SOCKET, name, &value, &size) == 0 else {
            throw SystemError("getsockopt")
        }
        return value
    }
}
