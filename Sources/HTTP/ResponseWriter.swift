public import HTTPTypes

/// Writes the server's half of HTTP/1.1.
///
/// How a message is framed is decided here alone: a Content-Length, Transfer-Encoding or Host
/// among the response's own fields is left out. A value cannot break out of its line, because
/// `HTTPField` holds no CR, LF or NUL.
public enum ResponseWriter {
    /// Appends one whole response.
    ///
    /// Content-Length is always written, except where a response has no body by definition
    /// (1xx, 204, 304); there `body` is not written either. Date is left out: RFC 9110 §6.6.1
    /// asks it of servers with a clock, and this target has none.
    ///
    /// - Parameters:
    ///   - length: what Content-Length says; nil: the length of `body`. When it is more, the rest
    ///     of the body follows by other means.
    ///   - keepAlive: when false, the last response on this connection: says so with
    ///     `Connection: close`. An informational response is never the last.
    ///   - isToHead: the request was HEAD: says how long `body` is, without it.
    /// - Source: RFC 9112 §4 and §6, RFC 9110 §8.6
    public static func append(
        _ response: HTTPResponse, body: [UInt8] = [], length: Int? = nil, keepAlive: Bool,
        isToHead: Bool = false, to output: inout [UInt8]
    ) {
        let status = response.status
        appendFields(
            response, closes: !keepAlive && status.kind != .informational, to: &output)
        guard mayHaveBody(status) else {
            output.append(contentsOf: "\r\n".utf8)
            return
        }
        output.append(contentsOf: "Content-Length: \(length ?? body.count)\r\n\r\n".utf8)
        if !isToHead { output.append(contentsOf: body) }
    }

    /// Appends the head of a response whose body goes on until the connection is closed.
    ///
    /// - Source: RFC 9112 §6.3, the last case
    public static func appendHead(_ response: HTTPResponse, to output: inout [UInt8]) {
        appendFields(response, closes: true, to: &output)
        output.append(contentsOf: "\r\n".utf8)
    }

    private static func appendFields(
        _ response: HTTPResponse, closes: Bool, to output: inout [UInt8]
    ) {
        let status = response.status
        output.append(contentsOf: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n".utf8)
        for field in response.headerFields where !isOurs(field.name, closes: closes) {
            FieldWriter.append(field, to: &output)
        }
        if closes {
            FieldWriter.append(HTTPField(name: .connection, value: "close"), to: &output)
        }
    }

    private static func isOurs(_ name: HTTPField.Name, closes: Bool) -> Bool {
        switch name {
        case .contentLength, .transferEncoding: true
        case .connection: closes
        default: name.isHost
        }
    }

    private static func mayHaveBody(_ status: HTTPResponse.Status) -> Bool {
        status.kind != .informational && status != .noContent && status != .notModified
    }
}
