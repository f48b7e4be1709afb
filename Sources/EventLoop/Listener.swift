import Glibc
import Synchronization

/// A socket that listens; any number of loops may share it, the kernel deals connections out.
///
/// What it sets is inherited by every accepted connection, so that accepting costs one call.
public final class Listener: Sendable {
    /// Where it really listens: the port is the one that was chosen when 0 was asked for.
    public let address: SocketAddress
    /// What it expects of those who connect.
    public let security: ListenerSecurity
    /// The loops that accept from it, each by a way to wake it.
    let sharers = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])
    private let descriptor: Descriptor

    /// The port that it listens on.
    public var port: UInt16 { address.port }

    /// The socket's number in this process, to hand it to a child or to a newer version of the
    /// program. It stays the listener's: never close it, and keep the listener while it is used.
    public var descriptorNumber: Int32 { descriptor.number }

    /// Binds and listens.
    ///
    /// - Parameter host: a numeric address or `localhost`.
    /// - Parameter port: 0 lets the system choose.
    /// - Throws: `SystemError` for `parse` (`EINVAL`), `bind` (`EADDRINUSE`, `EACCES` …) and so on.
    public init(
        host: String, port: UInt16, options: ListenerOptions = ListenerOptions()
    ) throws(SystemError) {
        guard let wanted = SocketAddress.parse(host: host, port: port) else {
            throw SystemError("parse", errno: EINVAL)
        }
        descriptor = try ListeningSocket.bound(to: wanted)
        ListeningSocket.prepare(descriptor.number, options)
        guard Glibc.listen(descriptor.number, options.backlog) == 0 else {
            throw SystemError("listen")
        }
        address = ListeningSocket.address(of: descriptor.number) ?? wanted
        security = options.security
    }

    /// Takes over a socket that listens already: from systemd, or from an older process.
    ///
    /// - Parameter number: a listening TCP socket. It belongs to the listener from now on, unless
    ///   this throws.
    /// - Parameter options: all but `backlog` are set anew, for connections accepted from now on.
    /// - Throws: `SystemError` when it is not open, not a socket (`ENOTSOCK`), not TCP over IPv4 or
    ///   IPv6 (`EPROTONOSUPPORT`), or does not listen (`EINVAL`).
    public init(
        adopting number: Int32, options: ListenerOptions = ListenerOptions()
    ) throws(SystemError) {
        address = try ListeningSocket.checkedAddress(of: number)
        try ListeningSocket.makeOurs(number)
        guard let owned = Descriptor(owning: number) else { throw SystemError("adopt") }
        descriptor = owned
        security = options.security
        ListeningSocket.prepare(number, options)
    }

    /// A Unix socket, which listens.
    init(owning descriptor: consuming Descriptor) {
        address = SocketAddress(v4: 0, port: 0)
        security = .plain
        self.descriptor = descriptor
    }

    var number: Int32 { descriptor.number }
}
