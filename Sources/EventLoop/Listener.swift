import CLinux
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

/// How a listener treats the connections that it accepts.
public struct ListenerOptions: Sendable {
    /// Whether TLS is spoken.
    public var security = ListenerSecurity.plain
    /// Connections that may wait to be accepted; the system may allow fewer (`somaxconn`).
    public var backlog: Int32 = 4096
    /// What the kernel may hold for one peer that does not read, in bytes; Linux doubles the
    /// figure for its own book-keeping.
    public var kernelSendBytes: Int32 = 65_536
    /// How long what was sent may stay unacknowledged before the kernel gives the peer up, in
    /// milliseconds; 0 leaves it to the system, which takes about 15 minutes.
    ///
    /// - Source: tcp(7), `TCP_USER_TIMEOUT`.
    public var userTimeoutMilliseconds: Int32 = 0

    /// The options of a server on the open Internet; change what differs.
    public init() {}
}

/// What a listener expects of those who connect.
public enum ListenerSecurity: Sendable {
    /// Plain TCP.
    case plain
    /// TLS; a peer that begins otherwise is refused.
    case tls(TLSCredentials)
    /// A peer that begins with a TLS handshake gets TLS, any other plain TCP. The peer has to
    /// speak first, as with HTTP it does.
    case either(TLSCredentials)

    /// Whom a connection begins as; nil when there is nothing to wait for.
    func newcomer(_ peer: SocketAddress, isProxy: Bool) -> Newcomer? {
        switch self {
        case .plain: nil
        case .tls(let credentials):
            Newcomer(
                peer: peer, isProxy: isProxy, credentials: credentials, isPlainAllowed: false)
        case .either(let credentials):
            Newcomer(
                peer: peer, isProxy: isProxy, credentials: credentials, isPlainAllowed: true)
        }
    }
}

extension Listener {
    enum Acceptance {
        case accepted(ByteStream, peer: SocketAddress)
        /// No connection waits.
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

extension Listener {
    /// Takes note of a loop that accepts from this listener, and of how to wake it.
    func join(_ loop: ObjectIdentifier, wake: @escaping @Sendable () -> Void) {
        sharers.withLock { $0[loop] = wake }
    }

    func leave(_ loop: ObjectIdentifier) {
        _ = sharers.withLock { $0.removeValue(forKey: loop) }
    }

    /// Wakes the other loops.
    ///
    /// epoll wakes one loop for each connection. When that one turns out to be full, no other would
    /// look before the next connection arrives.
    func passOn(from loop: ObjectIdentifier) {
        let others = sharers.withLock { $0.filter { $0.key != loop }.map(\.value) }
        for wake in others { wake() }
    }
}

extension Listener {
    /// Listens on a Unix socket at `path`, which only its owner may open: it has mode 0600 before
    /// it has a name. A socket that is there already, and on which no process listens, is
    /// replaced, in one step.
    ///
    /// `address` is 0.0.0.0:0, and so is that of every peer: ask `EventLoop.localPeer(of:)`.
    ///
    /// - Parameters:
    ///   - path: at most 103 bytes.
    ///   - isOurs: whether it is known that no process listens there; a socket of another
    ///     user's may not be knocked at to find out.
    /// - Throws: `SystemError` for `path` (`ENAMETOOLONG`; `EEXIST`: there is something else;
    ///   `EADDRINUSE`: a process listens there), `connect`, `bind`, `listen`, `rename`.
    public convenience init(path: String, isOurs: Bool = false) throws(SystemError) {
        let draft = path + ".new"
        for name in [path, draft] {
            var status = stat()
            guard lstat(name, &status) != 0 || status.st_mode & S_IFMT == S_IFSOCK else {
                throw SystemError("path", errno: EEXIST)
            }
        }
        if !isOurs { try ListeningSocket.expectNobody(at: path) }
        unlink(draft)
        let bound = try ListeningSocket.bound(toPath: draft)
        guard Glibc.listen(bound.number, Self.localBacklog) == 0 else {
            throw SystemError("listen")
        }
        guard rename(draft, path) == 0 else { throw SystemError("rename") }
        self.init(owning: bound)
    }

    /// Whether it is a Unix socket. Its peers are few, and can help when there are too many others,
    /// so they may use the reserved descriptors.
    var isLocal: Bool { port == 0 }

    private static var localBacklog: Int32 { 16 }
}

extension ListeningSocket {
    /// A Unix socket with this name and mode 0600, which does not listen yet.
    fileprivate static func bound(toPath path: String) throws(SystemError) -> Descriptor {
        let made = try local()
        // The name takes over this mode: no peer can connect before it is set.
        guard fchmod(made.number, 0o600) == 0 else { throw SystemError("fchmod") }
        let number = made.number
        guard try withAddress(path, { bind(number, $0, $1) }) == 0 else {
            throw SystemError("bind")
        }
        return made
    }

    /// The process that listened at this path has ended, or there was none.
    fileprivate static func expectNobody(at path: String) throws(SystemError) {
        let made = try local()
        let failure = try withAddress(path) { connect(made.number, $0, $1) == 0 ? 0 : errno }
        switch failure {
        case ECONNREFUSED, ENOENT: break
        // A process listens, or its queue is full.
        case 0, EAGAIN: throw SystemError("path", errno: EADDRINUSE)
        default: throw SystemError("connect", errno: failure)
        }
    }

    private static func local() throws(SystemError) -> Descriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard let made = Descriptor(owning: socket(AF_UNIX, kind, 0)) else {
            throw SystemError("socket")
        }
        return made
    }

    private static func withAddress(
        _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A zero ends it, and none may come before.
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path),
            !path.utf8.contains(0)
        else { throw SystemError("path", errno: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// The peer of a Unix socket when it connected, according to the kernel.
public struct LocalPeer: Equatable, Sendable {
    /// The user.
    public let user: UInt32
    /// The process; it may be gone.
    public let process: Int32
}

extension EventLoop {
    /// The process at the other end of a Unix socket.
    ///
    /// - Returns: nil when it is another kind of socket, or gone.
    /// - Source: unix(7), SO_PEERCRED
    public func localPeer(of connection: ConnectionID) -> LocalPeer? {
        guard let index = slots.index(of: connection) else { return nil }
        // As `struct ucred` has it, which Swift does not see: process, user, group.
        var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        let number = slots[index].stream.number
        // Over TCP there is none: user -1. A process of another namespace has the number 0.
        guard getsockopt(number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0,
            credentials.1 != .max
        else { return nil }
        return LocalPeer(user: credentials.1, process: credentials.0)
    }
}
