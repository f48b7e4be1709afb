import Glibc

extension SocketAddress {
    /// Reads what a system call such as `accept` or `getsockname` left behind.
    init?(_ storage: sockaddr_storage) {
        switch Int32(storage.ss_family) {
        case AF_INET:
            let v4 = withUnsafeBytes(of: storage) { $0.loadUnaligned(as: sockaddr_in.self) }
            self.init(
                v4: UInt32(bigEndian: v4.sin_addr.s_addr), port: UInt16(bigEndian: v4.sin_port))
        case AF_INET6:
            self.init(withUnsafeBytes(of: storage) { $0.loadUnaligned(as: sockaddr_in6.self) })
        default:
            return nil
        }
    }

    init(_ v6: sockaddr_in6) {
        let (high, low) = withUnsafeBytes(of: v6.sin6_addr) {
            (
                $0.loadUnaligned(as: UInt64.self),
                $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
        self.init(
            family: .v6, high: UInt64(bigEndian: high), low: UInt64(bigEndian: low),
            scope: v6.sin6_scope_id, port: UInt16(bigEndian: v6.sin6_port))
    }

    /// What `socket` wants to be told.
    var systemFamily: Int32 { family == .v4 ? AF_INET : AF_INET6 }

    /// Lends the address in the shape that `bind` and `connect` take.
    func withSystemAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        switch family {
        case .v4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(truncatingIfNeeded: low).bigEndian
            return Self.lend(&address, body)
        case .v6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_scope_id = scope
            withUnsafeMutableBytes(of: &address.sin6_addr) {
                $0.storeBytes(of: high.bigEndian, as: UInt64.self)
                $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
            }
            return Self.lend(&address, body)
        }
    }

    private static func lend<Address, Result>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        let size = socklen_t(MemoryLayout<Address>.size)
        // SAFETY: both address types begin with the header that `sockaddr` names, and the size
        // handed on is that of the true type.
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }
}
