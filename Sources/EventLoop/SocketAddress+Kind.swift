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

    /// Who is to blame for what comes from here: the IPv4 address, or the IPv6 network of 64 bits,
    /// since whoever has one address of it has all of them.
    ///
    /// - Source: RFC 4291 §2.5.1, §2.5.4: interface identifiers have 64 bits.
    public var networkKey: UInt64 {
        // No unicast network begins with 64 bits that are an IPv4 address: ::/32 is reserved.
        family == .v4 || isMapped ? low & 0xFFFF_FFFF : high
    }

    /// Who may be behind several of those: the IPv4 address itself, or the IPv6 network of 48
    /// bits, which is what a site is given.
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
