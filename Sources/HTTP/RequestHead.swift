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

    /// What a request of HTTP/1.0 cannot mean.
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
