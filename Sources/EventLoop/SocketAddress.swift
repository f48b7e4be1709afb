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
