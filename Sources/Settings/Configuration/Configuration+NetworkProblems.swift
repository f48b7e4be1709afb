internal import EventLoop

extension Configuration {
    /// The rules about who may connect, and how.
    var networkProblems: [(String, String)] {
        var problems: [(String, String)] = []
        // A socket's name has room for 107 bytes, and it is made as NAME.new.
        if let adminSocket, adminSocket.utf8.count > 103 {
            problems.append(
                (
                    "admin.socket",
                    "expected a path of at most 103 bytes, got \(adminSocket.utf8.count):"
                        + " \(adminSocket)"
                ))
        }
        if tls.certificate.isEmpty != tls.key.isEmpty {
            let missing = tls.key.isEmpty ? "tls.key" : "tls.certificate"
            problems.append((missing, "missing: a certificate and its key go together"))
        }
        if listen.plain == .never, !tls.isOn {
            problems.append(("listen.plain", "never needs TLS: set tls.certificate and tls.key"))
        }
        if listen.plain == .loopback, !isLocal {
            problems.append(
                (
                    "listen.host",
                    "expected an address of this machine alone such as 127.0.0.1, got"
                        + " \(listen.host); others can read what is not encrypted: set"
                        + " listen.plain to never for TLS alone, or to always to accept that"
                ))
        }
        for (key, list) in [
            ("listen.origins", listen.origins), ("http.corsOrigins", http.corsOrigins),
        ] where Origins(list) == nil {
            problems.append(
                (
                    key,
                    "expected origins such as https://a.example or http://b.example:81,"
                        + " separated by commas, got \(list.debugDescription)"
                ))
        }
        if listen.plain == .always, !isLocal, http.trustedProxies.isEmpty {
            problems.append(
                (
                    "http.trustedProxies",
                    "missing: plain connections come to \(listen.host) from a proxy, whose clients"
                        + " would all count as one, and lock each other out; name the proxy's"
                        + " addresses, or say none if clients connect directly"
                ))
        }
        if TrustedProxies(http.trustedProxies) == nil {
            problems.append(
                (
                    "http.trustedProxies",
                    "expected networks such as 127.0.0.1, 10.0.0.0/8 or fd00::/8, separated by"
                        + " commas, got \(http.trustedProxies.debugDescription)"
                ))
        }
        return problems
    }

    /// A host that is no address is refused when it is bound.
    private var isLocal: Bool {
        SocketAddress.parse(host: listen.host, port: 0)?.isLoopback ?? true
    }
}
