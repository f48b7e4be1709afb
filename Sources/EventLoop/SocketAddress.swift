import Glibc

/// An IPv4 or IPv6 address with its port, as a plain value.
public struct SocketAddress: Hashable, Sendable {
    /// Which of the two protocols.
    public enum Family: UInt8, Sendable {
        /// 32 bits, in the low half.
        case v4
        /// 128 bits.
        case v6
    }

    /// Which protocol this is an address of.
    public let family: Family
    /// The port, in the host's byte order.
    public let port: UInt16
    /// The interface of a link-local IPv6 address, else 0.
    let scope: UInt32
    /// The address as a number: 128 bits, of which IPv4 uses the last 32.
    let high: UInt64
    let low: UInt64

    /// An IPv4 address: `0x7F00_0001` is 127.0.0.1.
    public init(v4 bits: UInt32, port: UInt16) {
        self.init(family: .v4, high: 0, low: UInt64(bits), scope: 0, port: port)
    }

    init(family: Family, high: UInt64, low: UInt64, scope: UInt32, port: UInt16) {
        self.family = family
        self.high = high
        self.low = low
        self.scope = scope
        self.port = port
    }
}

extension SocketAddress {
    /// Whether only this machine can be at the other end: 127.0.0.0/8, `::1`, or the former
    /// mapped into IPv6.
    ///
    /// - Source: RFC 1122 §3.2.1.3; RFC 4291 §2.5.3.
    public var isLoopback: Bool {
        switch family {
        case .v4: low >> 24 == 127
        case .v6: (high == 0 && low == 1) || isMapped && (low >> 24) & 0xFF == 127
        }
    }

    /// The network to which a peer is attributed: the IPv4 address, or the IPv6 network of 64 bits,
    /// because the owner of one of its addresses has all of them.
    ///
    /// - Source: RFC 4291 §2.5.1, §2.5.4: interface identifiers have 64 bits.
    public var networkKey: UInt64 {
        // No unicast network begins with 64 bits that are an IPv4 address: ::/32 is reserved.
        family == .v4 || isMapped ? low & 0xFFFF_FFFF : high
    }

    /// The site of a network: the IPv4 address itself, or the IPv6 network of 48 bits, which is the
    /// usual allocation of a site.
    ///
    /// - Parameter key: a `networkKey`.
    /// - Source: RFC 6177 §2.
    public static func wideNetworkKey(of key: UInt64) -> UInt64 {
        isIPv6(networkKey: key) ? key & ~0xFFFF : key
    }

    /// Whether a `networkKey` is that of an IPv6 network; `::1` is of none.
    public static func isIPv6(networkKey key: UInt64) -> Bool { key >> 32 != 0 }

    /// The network that a `networkKey` stands for, by its first address; of no port.
    public init(networkKey key: UInt64) {
        // No peer has the IPv4 address 0.0.0.0; `::1` is of the IPv6 network 0.
        self =
            key > 0 && key >> 32 == 0
            ? SocketAddress(v4: UInt32(truncatingIfNeeded: key), port: 0)
            : SocketAddress(family: .v6, high: key, low: 0, scope: 0, port: 0)
    }

    private var isMapped: Bool { family == .v6 && high == 0 && low >> 32 == 0xFFFF }
}

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

    /// The address family for `socket`.
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

extension SocketAddress {
    /// Reads a numeric IPv4 or IPv6 address, or `localhost`, which is 127.0.0.1.
    ///
    /// Names are not looked up: that would block.
    ///
    /// - Parameter host: `127.0.0.1`, `::1`, `[::1]` or `localhost`.
    /// - Returns: `nil` for anything else.
    public static func parse(host: String, port: UInt16) -> SocketAddress? {
        if host == "localhost" { return SocketAddress(v4: 0x7F00_0001, port: port) }
        var v4 = in_addr()
        if inet_pton(AF_INET, host, &v4) == 1 {
            return SocketAddress(v4: UInt32(bigEndian: v4.s_addr), port: port)
        }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let bare = isBracketed ? String(host.dropFirst().dropLast()) : host
        var v6 = sockaddr_in6()
        guard inet_pton(AF_INET6, bare, &v6.sin6_addr) == 1 else { return nil }
        v6.sin6_port = port.bigEndian
        return SocketAddress(v6)
    }

    /// The address without its port, for logs: `127.0.0.1`, `2001:db8::1`. An IPv4 address that
    /// was mapped into IPv6 is written as IPv4.
    public var ipText: String {
        if let mapped = unmapped { return mapped.ipText }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        switch family {
        case .v4:
            var address = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
            _ = inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
        case .v6:
            var address = (high.bigEndian, low.bigEndian)
            _ = inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
        }
        let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The network of the address, for logs that are not to say whose it is: `192.0.2.0/24`,
    /// `2001:db8:1::/48`. The first 48 bits of `2002::/16` (6to4, RFC 3056) are an IPv4 address: of
    /// them it says less, `2002:c000:200::/40`.
    public var networkText: String {
        if let mapped = unmapped { return mapped.networkText }
        let bits = family == .v4 ? 24 : high >> 48 == 0x2002 ? 40 : 48
        let network = SocketAddress(
            family: family, high: family == .v4 ? high : high & ~0 << (64 - bits),
            low: family == .v4 ? low & ~0xFF : 0, scope: 0, port: 0)
        return "\(network.ipText)/\(bits)"
    }

    /// The IPv4 address that an IPv6 socket shows as `::ffff:a.b.c.d`.
    ///
    /// - Source: RFC 4291 §2.5.5.2
    private var unmapped: SocketAddress? {
        guard family == .v6, high == 0, low >> 32 == 0xFFFF else { return nil }
        return SocketAddress(v4: UInt32(truncatingIfNeeded: low), port: port)
    }
}

extension SocketAddress: CustomStringConvertible {
    /// Address and port: `127.0.0.1:8080`, `[::1]:8080`.
    public var description: String {
        let text = ipText
        return text.contains(":") ? "[\(text)]:\(port)" : "\(text):\(port)"
    }
}
