/// Among whom handshakes are shared out.
struct HandshakeParty: Hashable {
    /// See `SocketAddress.networkKey`.
    let network: UInt64
    /// Whether others are behind it: then it may have all the places, and still only its turn.
    var isProxy = false

    /// What `network` is a part of.
    var site: UInt64 { SocketAddress.wideNetworkKey(of: network) }
}
