/// The mail server that accepts our messages, and how to connect to it.
public struct MailRoute: Equatable, Sendable {
    /// How the connection is encrypted.
    public enum Security: Equatable, Sendable {
        /// From the first byte.
        case implicit
        /// By STARTTLS, which it must know.
        case required
        /// Not at all.
        case none
    }

    /// A name, or an address; of IPv6 in brackets.
    public let host: String
    /// Its port.
    public let port: UInt16
    /// How the line is encrypted.
    public var security: Security
    /// The username for the server; empty: without authentication.
    public var user = ""
    /// The password of that user.
    public var password = ""
    /// The authorities to trust, in PEM format; nil: those of the system.
    public var authorities: [UInt8]?
    /// Until there is a connection.
    public var connectTimeout = Duration.seconds(10)
    /// For one letter.
    public var timeout = Duration.seconds(60)

    /// Whether the server is this machine.
    public var isLocal: Bool { ["localhost", "127.0.0.1", "[::1]"].contains(host) }

    /// Reads `smtp://HOST[:PORT]`, which wants STARTTLS but on this machine, or
    /// `smtps://HOST[:PORT]`; nil for anything else.
    public init?(_ url: String) {
        let schemes = [("smtp://", UInt16(587)), ("smtps://", 465)]
        guard let (scheme, standard) = schemes.first(where: { url.hasPrefix($0.0) }) else {
            return nil
        }
        let place = url.dropFirst(scheme.utf8.count)
        guard let end = Self.hostEnd(of: place) else { return nil }
        let (host, rest) = (place[..<end], place[end...])
        guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(Self.isPlain) else {
            return nil
        }
        if rest.isEmpty {
            port = standard
        } else {
            guard rest.first == ":", let number = UInt16(rest.dropFirst()), number > 0 else {
                return nil
            }
            port = number
        }
        self.host = String(host).lowercased()
        security = scheme == "smtps://" ? .implicit : .required
        if isLocal, security == .required { security = .none }
    }

    /// Behind the host: an address of IPv6 holds colons.
    private static func hostEnd(of place: Substring) -> Substring.Index? {
        guard place.first == "[" else { return place.firstIndex(of: ":") ?? place.endIndex }
        return place.firstIndex(of: "]").map { place.index(after: $0) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: ".-[]:".utf8.contains(byte)
        }
    }

    var url: String { "\(security == .implicit ? "smtps" : "smtp")://\(host):\(port)" }
}
