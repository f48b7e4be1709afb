import Glibc

extension Listener {
    /// Listens on a Unix socket at `path`, which only its owner may open: it has mode 0600 before
    /// it has a name. A socket that lies there already, and where nobody answers any more, is
    /// replaced, in one step.
    ///
    /// `address` is 0.0.0.0:0, and so is that of every peer: ask `EventLoop.localPeer(of:)`.
    ///
    /// - Parameters:
    ///   - path: at most 103 bytes.
    ///   - isOurs: whether it is known that nobody lives who listens there; a socket of another
    ///     user's may not be knocked at to find out.
    /// - Throws: `SystemError` for `path` (`ENAMETOOLONG`; `EEXIST`: there is something else;
    ///   `EADDRINUSE`: somebody listens there), `connect`, `bind`, `listen`, `rename`.
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

    /// Whether it is a Unix socket. Those who come to it are few, and help when others are many:
    /// they may have what is reserved of the descriptors.
    var isLocal: Bool { port == 0 }

    private static var localBacklog: Int32 { 16 }
}

extension ListeningSocket {
    /// A Unix socket with this name and mode 0600, which does not listen yet.
    fileprivate static func bound(toPath path: String) throws(SystemError) -> Descriptor {
        let made = try local()
        // The name takes over this mode: nobody can come before it is set.
        guard fchmod(made.number, 0o600) == 0 else { throw SystemError("fchmod") }
        let number = made.number
        guard try withAddress(path, { bind(number, $0, $1) }) == 0 else {
            throw SystemError("bind")
        }
        return made
    }

    /// Whoever listened at this path is gone, or there was nobody.
    fileprivate static func expectNobody(at path: String) throws(SystemError) {
        let made = try local()
        let failure = try withAddress(path) { connect(made.number, $0, $1) == 0 ? 0 : errno }
        switch failure {
        case ECONNREFUSED, ENOENT: break
        // There is somebody, or more wait there than may.
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

/// Who has connected to a Unix socket, by the kernel's account, as of then.
public struct LocalPeer: Equatable, Sendable {
    /// The user.
    public let user: UInt32
    /// The process; it may be gone.
    public let process: Int32
}

extension EventLoop {
    /// Who is at the other end of a Unix socket.
    ///
    /// - Returns: nil when it is another kind of socket, or gone.
    /// - Source: unix(7), SO_PEERCRED
    public func localPeer(of connection: ConnectionID) -> LocalPeer? {
        guard let index = slots.index(of: connection) else { return nil }
        // As `struct ucred` has it, which Swift does not see: process, user, group.
        var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        let number = slots[index].stream.number
        // Of TCP it tells nobody: user -1. A process of another namespace has the number 0.
        guard getsockopt(number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0,
            credentials.1 != .max
        else { return nil }
        return LocalPeer(user: credentials.1, process: credentials.0)
    }
}
