import Glibc

/// A socket that listens; any number of loops may share it, the kernel deals connections out.
///
/// What it sets is inherited by every accepted connection, so that accepting costs one call.
public final class Listener: Sendable {
    /// Where it really listens: the port is the one that was chosen when 0 was asked for.
    public let address: SocketAddress
    private let descriptor: Descriptor

    /// The port that it listens on.
    public var port: UInt16 { address.port }

    /// Binds and listens.
    ///
    /// - Parameter host: a numeric address or `localhost`.
    /// - Parameter port: 0 lets the system choose.
    /// - Parameter backlog: connections that may wait to be accepted.
    /// - Parameter kernelSendBytes: what the kernel may hold for one peer that does not read;
    ///   Linux doubles the figure for its own book-keeping.
    /// - Throws: `SystemError` for `parse` (`EINVAL`), `bind` (`EADDRINUSE`, `EACCES` …) and so on.
    public init(
        host: String, port: UInt16, backlog: Int32 = 4096, kernelSendBytes: Int32 = 65_536
    ) throws(SystemError) {
        guard let wanted = SocketAddress.parse(host: host, port: port) else {
            throw SystemError("parse", errno: EINVAL)
        }
        descriptor = try Self.bound(to: wanted, kernelSendBytes: kernelSendBytes)
        guard Glibc.listen(descriptor.number, backlog) == 0 else { throw SystemError("listen") }
        address = Self.localAddress(of: descriptor.number) ?? wanted
    }

    var number: Int32 { descriptor.number }

    private static func bound(
        to address: SocketAddress, kernelSendBytes: Int32
    ) throws(SystemError) -> Descriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let made = Descriptor(owning: socket(address.systemFamily, kind, 0))
        guard let made else { throw SystemError("socket") }
        set(SOL_SOCKET, SO_REUSEADDR, 1, on: made.number)
        set(SOL_SOCKET, SO_SNDBUF, kernelSendBytes, on: made.number)
        set(Int32(IPPROTO_TCP), TCP_NODELAY, 1, on: made.number)
        let number = made.number
        let status = address.withSystemAddress { Glibc.bind(number, $0, $1) }
        guard status == 0 else { throw SystemError("bind") }
        return made
    }

    private static func set(_ level: Int32, _ name: Int32, _ value: Int32, on number: Int32) {
        var value = value
        _ = setsockopt(number, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func localAddress(of number: Int32) -> SocketAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(number, $0, &size)
            }
        }
        return status == 0 ? SocketAddress(storage) : nil
    }
}
