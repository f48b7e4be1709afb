/// Where a Redis server is: `host:port`, or the path of its socket.
package enum RedisPlace: Equatable, Sendable {
    case host(String, port: Int32)
    case socket(path: String)

    /// - Parameter text: as the settings have it; nil for what is neither.
    package init?(_ text: String) {
        if text.hasPrefix("/") {
            self = .socket(path: text)
            return
        }
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
            let port = Int32(text[text.index(after: colon)...]), (1...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        self = .host(String(host), port: port)
    }
}
