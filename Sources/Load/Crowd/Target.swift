import EventLoop

/// Where the connections go.
struct Target: Sendable {
    let address: SocketAddress
    let path: String
    /// What the handshake offers.
    let subprotocols: [String]
    /// Who it proves to be; nil without TLS.
    let tls: TLSServer?
    /// Whether it may compress, and must then do so.
    let deflates: Bool

    /// A server on this machine.
    init(port: UInt16, path: String = "/v1/ws", subprotocols: [String] = []) {
        self.init(
            address: SocketAddress(v4: 0x7F00_0001, port: port), path: path,
            subprotocols: subprotocols)
    }

    init(
        address: SocketAddress, path: String = "/v1/ws", subprotocols: [String] = [],
        tls: TLSServer? = nil, deflates: Bool = false
    ) {
        self.address = address
        self.path = path
        self.subprotocols = subprotocols
        self.tls = tls
        self.deflates = deflates
    }
}
