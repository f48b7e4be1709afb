/// Addresses that begin with the same bits, as in `10.0.0.0/8` or `2001:db8::/32`.
///
/// - Source: RFC 4632 §3.1; RFC 4291 §2.3.
public struct Network: Hashable, Sendable {
    private let address: SocketAddress
    /// The number of significant bits of an IPv6 address; IPv4 is in the last 32.
    private let bits: Int

    /// Reads a network, or an address, which is a network of one.
    ///
    /// - Returns: nil for anything else, and when bits are set behind the prefix: the author of
    ///   `10.1.2.3/8` may have meant another network.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ SocketAddress(numeric: $0) }) else { return nil }
        let whole = address.family == .v4 ? 32 : 128
        var bits = whole
        if parts.count > 1 {
            guard parts[1] == "0" || parts[1].first != "0",
                parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(parts[1]), number <= whole
            else { return nil }
            bits = number
        }
        self.address = address.mapped
        self.bits = bits + 128 - whole
        guard self.address.prefix(self.bits) == self.address else { return nil }
    }

    /// Whether the address is one of them, an IPv4 address that was mapped into IPv6, too.
    public func contains(_ other: SocketAddress) -> Bool {
        other.mapped.prefix(bits) == address
    }
}

extension SocketAddress {
    /// Reads an address that is written in digits; names are none.
    ///
    /// - Returns: nil for anything else.
    public init?(numeric text: some StringProtocol, port: UInt16 = 0) {
        // No longer text is one, and no other characters are in it.
        guard text.utf8.count <= 45, text.utf8.allSatisfy(Self.isOfAddress),
            let address = Self.parse(host: String(text), port: port)
        else { return nil }
        self = address
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "."), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    /// As IPv6 has it, without its port.
    fileprivate var mapped: SocketAddress {
        SocketAddress(
            family: .v6, high: high, low: family == .v4 ? 0xFFFF << 32 | low : low, scope: 0,
            port: 0)
    }

    /// Its first bits, and zeros.
    fileprivate func prefix(_ bits: Int) -> SocketAddress {
        SocketAddress(
            family: family, high: bits >= 64 ? high : high & ~(UInt64.max >> bits),
            low: bits <= 64 ? 0 : bits >= 128 ? low : low & ~(UInt64.max >> (bits - 64)),
            scope: 0, port: 0)
    }
}
