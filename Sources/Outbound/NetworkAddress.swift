/// An IP address, as far as it matters whether it is one of the public internet's.
struct NetworkAddress: Equatable, Sendable {
    /// 4 bytes or 16.
    let bytes: [UInt8]

    /// Takes 4 bytes or 16 in network order.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether it is unicast, and routed between any two networks: not this machine, not its
    /// neighbours, not an organisation's inside, and nothing that hides one of them.
    ///
    /// - Source: the IANA registries of special-purpose addresses (RFC 6890).
    var isPublic: Bool {
        if bytes.count == 4 { return !Self.special4.contains { $0.contains(bytes) } }
        // An IPv4 address in other clothes: mapped, translated (RFC 6052), tunnelled (RFC 3056).
        if Self.mapped.contains(bytes) || Self.translated.contains(bytes) {
            return NetworkAddress(Array(bytes[12...]))?.isPublic ?? false
        }
        return Self.global6.contains(bytes) && !Self.special6.contains { $0.contains(bytes) }
    }

    private static let mapped = Network([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96)
    private static let translated = Network([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96)
    private static let global6 = Network([0x20], 3)
    private static let special6 = [
        Network([0x20, 0x01, 0x00], 23), Network([0x20, 0x01, 0x0D, 0xB8], 32),
        Network([0x20, 0x02], 16), Network([0x3F, 0xFF, 0x00], 20),
    ]
    private static let special4 = [
        Network([0], 8), Network([10], 8), Network([100, 64], 10), Network([127], 8),
        Network([169, 254], 16), Network([172, 16], 12), Network([192, 0, 0], 24),
        Network([192, 0, 2], 24), Network([192, 88, 99], 24), Network([192, 168], 16),
        Network([198, 18], 15), Network([198, 51, 100], 24), Network([203, 0, 113], 24),
        Network([224], 3),
    ]
}

/// All addresses that begin alike.
private struct Network: Sendable {
    let prefix: [UInt8]
    let bitCount: Int

    init(_ prefix: [UInt8], _ bitCount: Int) {
        (self.prefix, self.bitCount) = (prefix, bitCount)
    }

    func contains(_ bytes: [UInt8]) -> Bool {
        for (place, pair) in zip(prefix, bytes).enumerated() {
            let rest = bitCount - place * 8
            let mask = rest >= 8 ? 0xFF : ~(UInt8(0xFF) >> UInt8(max(0, rest)))
            guard pair.0 & mask == pair.1 & mask else { return false }
        }
        return true
    }
}
