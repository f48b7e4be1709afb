/// A peer at a TLS door, of whom the handler does not know yet.
struct Newcomer {
    let peer: SocketAddress
    let credentials: TLSCredentials
    /// Whether one who does not begin with TLS is let in as well.
    let isPlainAllowed: Bool
}
