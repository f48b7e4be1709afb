import Glibc

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
