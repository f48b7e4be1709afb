/// Where a daemon listens, as a person writes it: `ws://127.0.0.1:8080`, `example.org:8080`.
public struct ServerAddress: Sendable, Equatable, CustomStringConvertible {
    /// Where the daemon listens unless its configuration says otherwise.
    public static let standard = Self(host: "127.0.0.1", port: 8080)

    /// The path of the WebSocket on every daemon.
    static let path = "/v1/ws"

    /// A name or a numeric address; an IPv6 address without its brackets.
    public let host: String
    /// The port, 1 or more.
    public let port: UInt16

    /// The address as a URL; reading it again gives the same address.
    public var description: String { "ws://\(authority)" }

    /// Host and port as they stand in a URL.
    ///
    /// - Source: RFC 3986 §3.2
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Reads `ws://host:port`, `host:port` or `host`; without a port it is 8080.
    ///
    /// - Returns: nil for anything else, `wss://` included: there is no TLS yet, and a token must
    ///   not travel in the clear where its owner asked for better.
    public init?(_ text: String) {
        var rest = text[...]
        if let scheme = text.range(ofFirst: "://") {
            guard text[..<scheme.lowerBound].lowercased() == "ws" else { return nil }
            rest = text[scheme.upperBound...]
        }
        for end in [Self.path, "/"] where rest.hasSuffix(end) {
            rest = rest.dropLast(end.count)
            break
        }
        guard let (host, port) = Self.split(rest), Self.isHost(host) else { return nil }
        self.init(host: String(host), port: port)
    }

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }
}

extension ServerAddress {
    private static func split(_ text: Substring) -> (host: Substring, port: UInt16)? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let host = text[text.index(after: text.startIndex)..<end]
            guard host.contains(":") else { return nil }
            return port(text[text.index(after: end)...]).map { (host, $0) }
        }
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        return port(text[colon...]).map { (text[..<colon], $0) }
    }

    /// Reads `:8080`, or nothing.
    private static func port(_ text: Substring) -> UInt16? {
        guard !text.isEmpty else { return standard.port }
        let digits = text.dropFirst()
        guard text.hasPrefix(":"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return UInt16(digits).flatMap { $0 == 0 ? nil : $0 }
    }

    /// Only what cannot end the host early in a URL or a header.
    private static func isHost(_ text: Substring) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 253 else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: ":"):
                true
            default: false
            }
        }
    }
}

extension String {
    fileprivate func range(ofFirst part: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) {
                return start..<index(start, offsetBy: part.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
