package import EventLoop

/// Which web pages may open a WebSocket here.
///
/// A browser names the requesting page in `Origin`, which is compared letter by letter with a list.
/// Without a list a page must come from the very address that it connects to, given as an address
/// or as `localhost`: a name that an attacker points at this machine is neither.
///
/// - Source: RFC 6454 §6.2, §7; RFC 6455 §10.2.
package struct Origins: Sendable {
    /// Pages that come from the daemon's own address, and no others.
    package static let ownOnly = Origins(listed: [])

    private let listed: Set<String>

    private init(listed: Set<String>) {
        self.listed = listed
    }

    /// Reads a list.
    ///
    /// - Parameter list: origins as browsers write them, separated by commas; empty for none.
    /// - Returns: nil when one of them could never match: with a path, a capital letter, or the
    ///   scheme's own port.
    package init?(_ list: String) {
        let words = Self.words(in: list)
        guard words.allSatisfy(Self.isOrigin) else { return nil }
        listed = Set(words)
    }

    /// The origins in a list, in its order.
    fileprivate static func words(in list: String) -> [String] {
        list.split(separator: ",").map { word in
            String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Whether none is listed.
    package var isEmpty: Bool { listed.isEmpty }

    /// Whether an origin is listed.
    package func lists(_ origin: String) -> Bool { listed.contains(origin) }

    /// Whether a page of `origin` may connect.
    ///
    /// - Parameters:
    ///   - origin: as the browser sent it; `null` is refused, whichever page is behind it.
    ///   - local: our end of the connection.
    ///   - isEncrypted: whether it came over TLS.
    package func allow(_ origin: String, to local: SocketAddress, isEncrypted: Bool) -> Bool {
        guard listed.isEmpty else { return listed.contains(origin) }
        return Self.own(local, isEncrypted: isEncrypted).contains(origin)
    }

    /// Whether a page that is served here could connect, as far as that can be known. With a list
    /// it may: a proxy may have changed the name.
    ///
    /// - Parameter host: what the browser calls us, with a port unless it is the usual one.
    package func mayServe(
        at host: String, to local: SocketAddress, isEncrypted: Bool
    ) -> Bool {
        guard listed.isEmpty else { return true }
        let scheme = isEncrypted ? "https" : "http"
        return Self.own(local, isEncrypted: isEncrypted).contains("\(scheme)://\(host)")
    }

    /// The origin of a web address, as browsers write it.
    ///
    /// - Returns: nil for what is no http or https address, or names no host that could be one.
    package static func origin(of address: String) -> String? {
        for scheme in ["http", "https"] where address.lowercased().hasPrefix("\(scheme)://") {
            let host = address.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
            let port = ":\(usualPort(of: scheme) ?? 0)"
            let name = host.hasSuffix(port) ? host.dropLast(port.count) : host
            let origin = "\(scheme)://\(name.lowercased())"
            return isOrigin(origin) ? origin : nil
        }
        return nil
    }

    private static func own(_ local: SocketAddress, isEncrypted: Bool) -> [String] {
        let scheme = isEncrypted ? "https" : "http"
        let port = local.port == usualPort(of: scheme) ? "" : ":\(local.port)"
        let ip = local.ipText
        let hosts = [ip.contains(":") ? "[\(ip)]" : ip] + (local.isLoopback ? ["localhost"] : [])
        return hosts.map { "\(scheme)://\($0)\(port)" }
    }

    private static func usualPort(of scheme: some StringProtocol) -> UInt16? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }
}

extension Configuration {
    /// The origins at which the page is opened: `listen.origins`, in its order; without, those of
    /// this machine by its own name.
    package var pageOrigins: [String] {
        let listed = Origins.words(in: listen.origins)
        guard listed.isEmpty else { return listed }
        let plain = listen.plain == .never || listen.port == 0 ? nil : listen.port
        let encrypted = tls.isOn && tls.port != 0 ? tls.port : nil
        return [
            plain.map { $0 == 80 ? "http://localhost" : "http://localhost:\($0)" },
            encrypted.map { $0 == 443 ? "https://localhost" : "https://localhost:\($0)" },
        ].compactMap(\.self)
    }
}

extension Origins {
    private static func isOrigin(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        let scheme = text[..<colon]
        let rest = text[colon...]
        guard isScheme(scheme), rest.hasPrefix("://") else { return false }
        let authority = rest.dropFirst(3)
        let end = authority.lastIndex { $0 == ":" || $0 == "]" }
        guard let end, authority[end] == ":" else { return isHost(authority) }
        guard isHost(authority[..<end]) else { return false }
        let digits = authority[authority.index(after: end)...]
        guard digits.first != "0", digits.utf8.allSatisfy(isDigit) else { return false }
        return UInt16(digits).map { $0 != usualPort(of: scheme) } ?? false
    }

    private static func isScheme(_ text: Substring) -> Bool {
        text.utf8.first.map(isLetter) == true
            && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    private static func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("["), text.hasSuffix("]") {
            return SocketAddress.parse(host: String(text), port: 0) != nil
        }
        return !text.isEmpty
            && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-._".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
