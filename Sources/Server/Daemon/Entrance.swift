import EventLoop
import Settings

/// One socket that the settings ask for.
struct Entrance {
    /// On the host of the settings; 0 lets the system choose.
    let port: Int
    let security: ListenerSecurity

    /// What the socket is called when it is handed over.
    var name: String { security.socketName }

    /// The entrances that the settings ask for: a plain one, one for TLS, or one for both.
    ///
    /// - Parameter credentials: nil for no TLS.
    static func all(
        _ configuration: Configuration, _ credentials: TLSCredentials?
    ) -> [Entrance] {
        let (listen, tls) = (configuration.listen, configuration.tls)
        guard let credentials else { return [Entrance(port: listen.port, security: .plain)] }
        let encrypted = Entrance(port: tls.port, security: .tls(credentials))
        guard listen.plain != .never else { return [encrypted] }
        // Two zeros are two ports of the system's choice.
        guard tls.port != listen.port || tls.port == 0 else {
            return [Entrance(port: listen.port, security: .either(credentials))]
        }
        return [Entrance(port: listen.port, security: .plain), encrypted]
    }
}

extension ListenerSecurity {
    var socketName: String {
        switch self {
        case .plain, .either: "upford"
        case .tls: "upford-tls"
        }
    }

    /// Whether somebody may come in without TLS.
    var admitsPlain: Bool {
        switch self {
        case .plain, .either: true
        case .tls: false
        }
    }
}
