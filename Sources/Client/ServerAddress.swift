import EventLoop

/// Where a daemon listens, as a person writes it: `wss://example.org`, `ws://127.0.0.1:8080`.
public struct ServerAddress: Sendable, Equatable, CustomStringConvertible {
    /// Where the daemon listens unless its configuration says otherwise.
    public static let standard = Self(host: "127.0.0.1", port: 8080, isSecure: false)

    /// The default port of `wss`.
    ///
    /// - Source: RFC 6455 §3
    private static let securePort: UInt16 = 443

    /// The path of the WebSocket on every daemon.
    static let path = "/v1/ws"

    /// A name or a numeric address; an IPv6 address without its brackets.
    public let host: String
    /// The port, 1 or more.
    public let port: UInt16
    /// Whether the connection uses TLS, and the server has to prove its identity.
    public let isSecure: Bool

    /// The address as a URL; reading it again gives the same address.
    public var description: String { "\(isSecure ? "wss" : "ws")://\(authority)" }

    /// Where its other resources lie: the same address for HTTP.
    public var webDescription: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// The origin of its page, as browsers write it: without a port that is the default.
    ///
    /// - Source: RFC 6454 §6.2
    public var site: String {
        let usual: UInt16 = isSecure ? Self.securePort : 80
        guard port == usual else { return webDescription }
        return String(webDescription.dropLast(":\(port)".utf8.count))
    }

    /// Host and port as they stand in a URL.
    ///
    /// - Source: RFC 3986 §3.2
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether the server is this machine.
    public var isLoopback: Bool { Self.isLoopback(host) }

    /// Whether passwords and messages would cross a network unencrypted.
    public var isInClear: Bool { !isSecure && !isLoopback }

    /// Reads `wss://host:port`, `ws://host:port` or `host:port`, which is `ws` on this machine and
    /// `wss` elsewhere; without a port it is 443 for `wss` and 8080 for `ws`.
    ///
    /// - Returns: nil for anything else.
    public init?(_ text: String) {
        var rest = text[...]
        var isSecure: Bool?
        if let scheme = text.range(ofFirst: "://") {
            switch text[..<scheme.lowerBound].lowercased() {
            case "ws": isSecure = false
            case "wss": isSecure = true
            default: return nil
            }
            rest = text[scheme.upperBound...]
        }
        for end in [Self.path, "/"] where rest.hasSuffix(end) {
            rest = rest.dropLast(end.count)
            break
        }
        guard let (host, port) = Self.split(rest), Self.isHost(host) else { return nil }
        let secure = isSecure ?? !Self.isLoopback(String(host))
        let usual = secure ? Self.securePort : Self.standard.port
        self.init(host: String(host), port: port ?? usual, isSecure: secure)
    }

    /// - Source: RFC 6761 §6.3: `localhost` and names that end in `.localhost` are this machine;
    ///   only the first is resolved here without a lookup.
    private static func isLoopback(_ host: String) -> Bool {
        host.lowercased() == "localhost"
            || SocketAddress.parse(host: host, port: 0)?.isLoopback == true
    }

    private init(host: String, port: UInt16, isSecure: Bool) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
    }
}

extension ServerAddress {
    /// - Returns: the port as it was given, if it was.
    private static func split(_ text: Substring) -> (host: Substring, port: UInt16?)? {
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
    ///
    /// - Returns: nil when it is neither.
    private static func port(_ text: Substring) -> UInt16?? {
        guard !text.isEmpty else { return .some(nil) }
        let digits = text.dropFirst()
        guard text.hasPrefix(":"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return UInt16(digits).flatMap { $0 == 0 ? nil : .some($0) }
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
