/// What a listener expects of those who connect.
public enum ListenerSecurity: Sendable {
    /// Plain TCP.
    case plain
    /// TLS; whoever begins otherwise is turned away.
    case tls(TLSCredentials)
    /// Whoever begins with a TLS handshake gets TLS, everybody else plain TCP. The peer has to
    /// speak first, as with HTTP it does.
    case either(TLSCredentials)

    /// Whom a connection begins as; nil when there is nothing to wait for.
    func newcomer(_ peer: SocketAddress, isProxy: Bool) -> Newcomer? {
        switch self {
        case .plain: nil
        case .tls(let credentials):
            Newcomer(
                peer: peer, isProxy: isProxy, credentials: credentials, isPlainAllowed: false)
        case .either(let credentials):
            Newcomer(
                peer: peer, isProxy: isProxy, credentials: credentials, isPlainAllowed: true)
        }
    }
}
