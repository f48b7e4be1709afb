package import EventLoop
package import HTTPTypes

/// The proxies that are trusted to name the clients behind them.
///
/// Each proxy on the way adds the address of its peer to `X-Forwarded-For`, on the right. An
/// address that the client has written there itself is on the left, and is not trusted: the one
/// that counts is the rightmost that is not a proxy of ours.
///
/// - Source: developer.mozilla.org/docs/Web/HTTP/Reference/Headers/X-Forwarded-For, "Security and
///   privacy concerns": there is no standard of it.
package struct TrustedProxies: Sendable {
    /// Most proxies that are followed; no real path has so many.
    static let hopsMax = 16

    private let networks: [Network]

    /// No proxy is trusted.
    package static let none = TrustedProxies(networks: [])

    private init(networks: [Network]) {
        self.networks = networks
    }

    /// Reads a list.
    ///
    /// - Parameter list: networks or addresses, separated by commas; empty, or `none`, for none.
    /// - Returns: nil when one of them is neither.
    package init?(_ list: String) {
        let words = list == "none" ? [] : list.split(separator: ",").map { $0.trimmed }
        let networks = words.compactMap { Network($0) }
        guard networks.count == words.count else { return nil }
        self.networks = networks
    }

    /// Whether there are none.
    package var isEmpty: Bool { networks.isEmpty }

    /// Whether an address is that of a trusted proxy.
    package func trust(_ address: SocketAddress) -> Bool {
        networks.contains { $0.contains(address) }
    }

    /// The client that sent a request.
    ///
    /// - Parameters:
    ///   - peer: the other end of the connection.
    ///   - head: that of the request.
    /// - Returns: nil when no client behind the peer is known: the peer is no proxy of ours, or its
    ///   header cannot be read.
    package func client(behind peer: SocketAddress, _ head: HTTPRequest) -> SocketAddress? {
        guard trust(peer), let field = Self.field else { return nil }
        var hopCount = 0
        for line in head.headerFields[values: field].reversed() {
            var rest = line[...]
            var isFirst = false
            while !isFirst {
                let comma = rest.utf8.lastIndex(of: UInt8(ascii: ","))
                isFirst = comma == nil
                let hop = comma.map { rest[rest.utf8.index(after: $0)...] } ?? rest
                hopCount += 1
                guard hopCount <= Self.hopsMax, let address = SocketAddress(hop: hop) else {
                    return nil
                }
                guard trust(address) else { return address }
                rest = rest[..<(comma ?? rest.startIndex)]
            }
        }
        return nil
    }

    private static let field = HTTPField.Name("X-Forwarded-For")
}

extension SocketAddress {
    /// With brackets, a port, and spaces around it.
    private static let hopBytesMax = 64

    /// Reads what proxies write: an address, with or without brackets and a port.
    ///
    /// - Returns: nil for anything else; `unknown` and `unix:` identify no client.
    fileprivate init?(hop text: Substring) {
        guard text.utf8.count <= Self.hopBytesMax else { return nil }
        let text = text.trimmed
        let (host, rest): (Substring, Substring)
        if text.first == "[" {
            let end = text.firstIndex(of: "]") ?? text.startIndex
            (host, rest) = (text[..<end].dropFirst(), text[end...].dropFirst())
        } else {
            // IPv6 has no dot before its first colon.
            let end = text.firstIndex(of: ":").flatMap { text[..<$0].contains(".") ? $0 : nil }
            (host, rest) = (text[..<(end ?? text.endIndex)], text[(end ?? text.endIndex)...])
        }
        guard let port = Self.port(rest), text.first != "[" || host.contains(":") else {
            return nil
        }
        self.init(numeric: host, port: port)
    }

    /// - Parameter text: a port with its colon, or nothing, which is 0.
    private static func port(_ text: Substring) -> UInt16? {
        guard !text.isEmpty else { return 0 }
        let digits = text.dropFirst()
        guard text.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt16(digits)
    }
}

extension Substring {
    /// Without the spaces and tabs around it.
    fileprivate var trimmed: Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let end = lastIndex { !isSpace($0) }.map { index(after: $0) } ?? startIndex
        return self[..<end].drop(while: isSpace)
    }
}
