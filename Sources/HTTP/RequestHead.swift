internal import HTTPTypes

/// A parsed head, and how the body that follows it ends.
struct RequestHead {
    let request: HTTPRequest
    let framing: BodyFraming
    /// Whether it is HTTP/1.0, as health checks of some proxies are.
    let isOld: Bool

    init(_ bytes: [UInt8], _ limits: HTTPLimits) throws(HTTPViolation) {
        var lines = HeadLines(bytes)
        let (method, target, isOld) = try Self.startLine(lines.next() ?? [])
        var fields = try HTTPFields(parsing: lines)
        let host = try Self.host(fields, isNeeded: !isOld)
        fields.removeAll(where: \.name.isHost)
        if isOld { try Self.forgetNewer(&fields) }
        // RFC 9110 §10.1.1: the client repeats the request without it.
        guard !fields.contains(.expect) else {
            throw HTTPViolation(.expectationFailed, "Expect")
        }
        self.isOld = isOld
        framing = try fields.bodyFraming(
            limit: max(limits.bodyBytesMax, limits.largeBodyBytesMax))
        request = HTTPRequest(
            method: method, scheme: nil, authority: (target.authority ?? host)?.text,
            path: target.path, headerFields: fields)
    }

    /// Refuses or removes fields that mean nothing in a request of HTTP/1.0.
    ///
    /// - Source: RFC 9110 §7.8 (Upgrade), §10.1.1 (Expect); RFC 9112 §6.1 (Transfer-Encoding)
    private static func forgetNewer(_ fields: inout HTTPFields) throws(HTTPViolation) {
        guard !fields.contains(.transferEncoding) else {
            throw .malformed("Transfer-Encoding in HTTP/1.0")
        }
        for name in [HTTPField.Name.upgrade, .expect] { fields[name] = nil }
    }

    /// method SP request-target SP HTTP-version. Source: RFC 9112 §3
    private static func startLine(
        _ line: ArraySlice<UInt8>
    ) throws(HTTPViolation) -> (HTTPRequest.Method, RequestTarget, isOld: Bool) {
        guard let (name, rest) = line.cut(at: .space), let (target, version) = rest.cut(at: .space)
        else { throw .malformed("start line is not three words") }
        guard name.isToken, let method = HTTPRequest.Method(name.text) else {
            throw .malformed("method is not a token")
        }
        let isOld = version.elementsEqual("HTTP/1.0".utf8)
        if !isOld { try requireVersion(version) }
        // Its authority-form means nothing to an origin server. RFC 9110 §9.3.6
        guard method != .connect else { throw HTTPViolation(.notImplemented, "CONNECT") }
        return (method, try RequestTarget(target, mayBeServer: method == .options), isOld)
    }

    /// Accepts `HTTP/1.1`, and a later minor version as if it were that.
    ///
    /// - Source: RFC 9112 §2.3: the name is case-sensitive; RFC 9110 §2.5
    static func requireVersion(_ version: ArraySlice<UInt8>) throws(HTTPViolation) {
        if version.count == 8, version.starts(with: "HTTP/1.".utf8),
            let minor = version.last, minor.isDigit, minor != UInt8(ascii: "0")
        {
            return
        }
        guard version.prefix(5).text.lowercased() == "http/", !version.contains(.space) else {
            throw .malformed("start line does not end in a version")
        }
        throw HTTPViolation(.httpVersionNotSupported, "the major version is not 1")
    }

    /// Source: RFC 9112 §3.2: none, several or a malformed one is a bad request.
    private static func host(
        _ fields: HTTPFields, isNeeded: Bool
    ) throws(HTTPViolation) -> Authority? {
        let hosts = fields.filter(\.name.isHost)
        if hosts.isEmpty, !isNeeded { return nil }
        guard let host = hosts.first, hosts.count == 1 else {
            throw .malformed("not exactly one Host field")
        }
        guard let authority = Authority(Array(host.value.utf8)[...]) else {
            throw .malformed("malformed Host")
        }
        return authority
    }
}

/// What a request asks for: a path with its query and, in the absolute form, an authority; or `*`,
/// the server as a whole.
///
/// - Source: RFC 9112 §3.2.1 (origin-form), §3.2.2 (absolute-form) and §3.2.4 (asterisk-form)
struct RequestTarget {
    /// Starts with a slash, or is `*`; holds no space, control, fragment or non-ASCII byte.
    let path: String
    /// `nil` in the origin form: then the Host field has it.
    let authority: Authority?

    /// - Parameter mayBeServer: whether the method may ask the server as a whole.
    init(_ bytes: ArraySlice<UInt8>, mayBeServer: Bool) throws(HTTPViolation) {
        guard bytes.allSatisfy({ $0.isVisible && $0 != UInt8(ascii: "#") }) else {
            throw .malformed("character not allowed in a target")
        }
        if bytes.first == UInt8(ascii: "/") || (mayBeServer && bytes.elementsEqual("*".utf8)) {
            (path, authority) = (bytes.text, nil)
        } else {
            let (path, authority) = try Self.absolute(bytes)
            self.authority = authority
            if path.isEmpty && mayBeServer {
                self.path = "*"
            } else {
                self.path = path.hasPrefix("/") ? path : "/" + path
            }
        }
    }

    /// The path with its query, as it stands there, and the authority.
    private static func absolute(
        _ bytes: ArraySlice<UInt8>
    ) throws(HTTPViolation) -> (String, Authority) {
        let schemes = ["http://", "https://"]
        guard
            let scheme = schemes.first(where: {
                bytes.prefix($0.utf8.count).text.lowercased() == $0
            })
        else { throw .malformed("target is neither a path nor an http address") }
        let rest = bytes.dropFirst(scheme.utf8.count)
        let host = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard let authority = Authority(host) else { throw .malformed("malformed authority") }
        return (rest.dropFirst(host.count).text, authority)
    }
}

/// The lines of a head that `HeadReader` returned, without their line ends.
struct HeadLines: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ head: [UInt8]) {
        rest = head.drop { $0 == .carriageReturn || $0 == .lineFeed }
    }

    /// - Returns: the next line; `nil` at the empty one.
    mutating func next() -> ArraySlice<UInt8>? {
        guard let (line, after) = rest.cut(at: .carriageReturn), !line.isEmpty else { return nil }
        rest = after.dropFirst()
        return line
    }
}

/// How the end of a request's body is known.
///
/// - Source: RFC 9112 §6.3
enum BodyFraming {
    /// It has so many bytes.
    case length(Int)
    /// Its chunks say so.
    case chunks
}
