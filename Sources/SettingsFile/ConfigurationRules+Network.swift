internal import EventLoop
import Settings

extension ConfigurationRules {
    /// The rules about who may connect, and how.
    var networkProblems: [Problem] {
        var problems: [Problem] = []
        // A socket's name has room for 107 bytes, and it is made as NAME.new.
        if let adminSocket = settings.adminSocket, adminSocket.utf8.count > 103 {
            problems.append(
                (
                    "admin.socket",
                    "expected a path of at most 103 bytes, got \(adminSocket.utf8.count):"
                        + " \(adminSocket)"
                ))
        }
        if settings.tls.certificate.isEmpty != settings.tls.key.isEmpty {
            let missing = settings.tls.key.isEmpty ? "tls.key" : "tls.certificate"
            problems.append((missing, "missing: a certificate and its key go together"))
        }
        if settings.listen.plain == .never, !settings.tls.isOn {
            problems.append(("listen.plain", "never needs TLS: set tls.certificate and tls.key"))
        }
        if settings.listen.plain == .loopback, !isLocal {
            problems.append(
                (
                    "listen.host",
                    "expected an address of this machine alone such as 127.0.0.1, got"
                        + " \(settings.listen.host); others can read what is not encrypted: set"
                        + " listen.plain to never for TLS alone, or to always to accept that"
                ))
        }
        for (key, list) in [
            ("listen.origins", settings.listen.origins),
            ("http.corsOrigins", settings.http.corsOrigins),
        ] where Origins(list) == nil {
            problems.append(
                (
                    key,
                    "expected origins such as https://a.example or http://b.example:81,"
                        + " separated by commas, got \(list.debugDescription)"
                ))
        }
        let tiles = settings.page.tiles
        if !tiles.isEmpty,
            Origins.origin(of: tiles) == nil
                || !["{z}", "{x}", "{y}"].allSatisfy({ tiles.contains($0) })
        {
            problems.append(
                (
                    "page.tiles",
                    "expected an address such as https://tiles.example/{z}/{x}/{y}.png, got"
                        + " \(tiles.debugDescription)"
                ))
        }
        if settings.listen.plain == .always, !isLocal, settings.http.trustedProxies.isEmpty {
            problems.append(
                (
                    "http.trustedProxies",
                    "missing: plain connections come to \(settings.listen.host) from a proxy, whose"
                        + " clients would all count as one, and lock each other out; name the"
                        + " proxy's addresses, or say none if clients connect directly"
                ))
        }
        if TrustedProxies(settings.http.trustedProxies) == nil {
            problems.append(
                (
                    "http.trustedProxies",
                    "expected networks such as 127.0.0.1, 10.0.0.0/8 or fd00::/8, separated by"
                        + " commas, got \(settings.http.trustedProxies.debugDescription)"
                ))
        }
        return problems
    }

    /// A host that is no address is refused when it is bound.
    private var isLocal: Bool {
        SocketAddress.parse(host: settings.listen.host, port: 0)?.isLoopback ?? true
    }
}
