/// Where a Redis server is: `host:port`, `rediss://host:port` over TLS, or the path of its socket.
package enum RedisPlace: Equatable, Sendable {
    case host(String, port: Int32)
    case encrypted(String, port: Int32)
    case socket(path: String)

    /// - Parameter text: as the settings have it; nil for what is neither.
    package init?(_ text: String) {
        if text.hasPrefix("/") {
            self = .socket(path: text)
            return
        }
        let isEncrypted = text.hasPrefix(Self.scheme)
        let place = isEncrypted ? text.dropFirst(Self.scheme.count) : text[...]
        guard let colon = place.lastIndex(of: ":"), colon > place.startIndex,
            let port = Int32(place[place.index(after: colon)...]), (1...65_535).contains(port)
        else { return nil }
        var host = place[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.contains("/") else { return nil }
        self = isEncrypted ? .encrypted(String(host), port: port) : .host(String(host), port: port)
    }

    /// Whether it is spoken to over TLS.
    package var isEncrypted: Bool { if case .encrypted = self { true } else { false } }

    private static let scheme = "rediss://"
}
