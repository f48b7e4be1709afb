import HTTPTypes
import Kernel

extension ServedFile {
    /// A name for content that has none: the same on every node and after every start.
    /// Whoever could choose two contents with one name would mislead only themselves.
    static func name(of bytes: [UInt8]) -> String {
        String(FNV1a(bytes).digest, radix: 16)
    }

    private var tag: String { Self.tag(of: name) }

    private static func tag(of name: String) -> String { "\"\(name)\"" }

    /// Whether the client has a file already.
    ///
    /// - Source: RFC 9110 §13.1.2: compared weakly.
    static func isKnown(_ name: String, to fields: HTTPFields) -> Bool {
        let tag = tag(of: name)
        return fields[values: .ifNoneMatch].contains { value in
            value.split(separator: ",").contains { candidate in
                let candidate = candidate.drop { $0 == " " }
                let end = candidate.lastIndex { $0 != " " }.map(candidate.index(after:))
                let trimmed = candidate[..<(end ?? candidate.startIndex)]
                return trimmed == "*" || trimmed == tag || trimmed == "W/\(tag)"
            }
        }
    }

    /// The head of the answer. Were a browser to take the bytes for a page, nothing in it ran.
    func response(isKnown: Bool) -> HTTPResponse {
        var response = HTTPResponse(status: isKnown ? .notModified : .ok)
        if !isKnown { response.headerFields[.contentType] = contentType }
        response.headerFields[.cacheControl] = "private, max-age=31536000, immutable"
        response.headerFields[.eTag] = tag
        response.headerFields[.xContentTypeOptions] = "nosniff"
        response.headerFields[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        if let storedAs {
            response.headerFields[.contentDisposition] = "attachment; filename=\"\(storedAs)\""
        }
        return response
    }
}
