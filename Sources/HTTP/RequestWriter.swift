public import HTTPTypes

/// Writes the client's half of HTTP/1.1, as far as a handshake needs it: requests without body.
public enum RequestWriter {
    /// Appends the head of `request`, Host first.
    ///
    /// - Throws: a violation, with nothing written, when the authority or the path is missing or
    ///   is not what a strict server accepts: it would not mean there what it means here.
    /// - Source: RFC 9112 §3
    public static func append(
        _ request: HTTPRequest, to output: inout [UInt8]
    ) throws(HTTPViolation) {
        guard let authority = Authority(Array((request.authority ?? "").utf8)[...]) else {
            throw .malformed("malformed authority")
        }
        let path = try RequestTarget(
            Array((request.path ?? "").utf8)[...], mayBeServer: request.method == .options
        ).path
        output.append(contentsOf: "\(request.method.rawValue) \(path) HTTP/1.1\r\n".utf8)
        output.append(contentsOf: "Host: \(authority.text)\r\n".utf8)
        for field in request.headerFields where !isOurs(field.name) {
            FieldWriter.append(field, to: &output)
        }
        output.append(contentsOf: "\r\n".utf8)
    }

    private static func isOurs(_ name: HTTPField.Name) -> Bool {
        switch name {
        case .contentLength, .transferEncoding: true
        default: name.isHost
        }
    }
}

/// Writes one field line. Source: RFC 9112 §5
enum FieldWriter {
    static func append(_ field: HTTPField, to output: inout [UInt8]) {
        output.append(contentsOf: field.name.rawName.utf8)
        output.append(contentsOf: ": ".utf8)
        // SAFETY: the bytes are copied before the closure returns.
        field.withUnsafeBytesOfValue { output.append(contentsOf: $0) }
        output.append(contentsOf: "\r\n".utf8)
    }
}
