/// A peer at a TLS door, of whom the handler does not know yet.
struct Newcomer {
    let peer: SocketAddress
    /// Whether others are behind it.
    let isProxy: Bool
    let credentials: TLSCredentials
    /// Whether one who does not begin with TLS is let in as well.
    let isPlainAllowed: Bool

    /// For whom its handshake counts.
    var party: HandshakeParty { HandshakeParty(network: peer.networkKey, isProxy: isProxy) }
}
