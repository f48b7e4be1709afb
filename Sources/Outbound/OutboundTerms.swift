/// The hosts that a client may contact, how, and for how long.
public struct OutboundTerms: Equatable, Sendable {
    /// The allowed hosts; nil: any.
    public var hosts: [HostPattern]?
    /// Whether `http` is allowed.
    public var allowsPlain = false
    /// Whether addresses are allowed that are not public: loopback, private, link-local.
    public var allowsPrivate = false
    /// Whether a URL may name a port other than that of its scheme.
    public var allowsAnyPort = true
    /// The Unix socket for all requests, whatever their URL says; nil: none.
    public var socket: String?
    /// The authorities to trust, in PEM format; nil: those of the system.
    public var authorities: [UInt8]?
    /// Until there is a connection.
    public var connectTimeout = Duration.seconds(5)
    /// For everything.
    public var timeout = Duration.seconds(10)
    /// Most that an answer's body may be.
    public var bodyBytesMax = 64 << 10

    /// - Parameters: as the properties.
    public init(
        hosts: [HostPattern]? = nil, allowsPlain: Bool = false, allowsPrivate: Bool = false,
        allowsAnyPort: Bool = true, authorities: [UInt8]? = nil
    ) {
        self.hosts = hosts
        self.allowsPlain = allowsPlain
        self.allowsPrivate = allowsPrivate
        self.allowsAnyPort = allowsAnyPort
        self.authorities = authorities
    }

    /// Most that the head of an answer may be.
    static let headBytesMax = 64 << 10
}

/// Which hosts are meant: `push.example.org` alone, or `*.example.org` for all below it.
public struct HostPattern: Hashable, Sendable {
    /// As it was written, in lower case.
    public let text: String

    /// - Parameter text: a name, or a name behind `*.`.
    public init(_ text: String) {
        self.text = text.lowercased()
    }

    /// Whether `host` is meant.
    public func matches(_ host: String) -> Bool {
        var host = host.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        guard text.hasPrefix("*.") else { return host == text }
        // With its dot: `*.example.org` is not `badexample.org`.
        return host.hasSuffix(text.dropFirst()) && host.utf8.count > text.utf8.count - 1
    }
}
