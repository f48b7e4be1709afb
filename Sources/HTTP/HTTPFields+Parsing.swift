internal import HTTPTypes

extension HTTPFields {
    /// Parses field lines, in order. Source: RFC 9112 §5, RFC 9110 §5.
    init(parsing lines: HeadLines) throws(HTTPViolation) {
        self.init()
        for line in lines {
            append(try Self.field(line))
        }
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(HTTPViolation) -> HTTPField {
        guard let (name, value) = line.cut(at: .colon) else {
            throw .malformed("field line without a colon")
        }
        // RFC 9112 §5.1: no space before the colon. It is no token character, so it ends here.
        guard name.isToken, let name = HTTPField.Name(name.text) else {
            throw .malformed("field name is not a token")
        }
        // HeadReader has refused CR, LF, NUL and the other controls.
        return HTTPField(name: name, value: asLatin(value.trimmed))
    }

    /// Bytes over 0x7F as the letters of ISO 8859-1 that they are, in UTF-8.
    ///
    /// Read as UTF-8 they could be any text. To compare 3,600 combining marks with anything takes
    /// 9 ms, in each place that looks at the field.
    ///
    /// - Source: RFC 9110 §5.5.
    private static func asLatin(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard value.contains(where: { $0 > 0x7F }) else { return value }
        var text: [UInt8] = []
        text.reserveCapacity(2 * value.count)
        for byte in value {
            if byte > 0x7F { text.append(0xC0 | byte >> 6) }
            text.append(byte > 0x7F ? 0x80 | byte & 0x3F : byte)
        }
        return text[...]
    }

    /// Whether the comma-separated list of a field holds `option`, in any case.
    ///
    /// - Parameter option: in small letters of ASCII.
    /// - Source: RFC 9110 §5.6.1
    func lists(_ option: String, in name: HTTPField.Name) -> Bool {
        self[fields: name].contains { field in
            field.withUnsafeBytesOfValue { value in
                var rest = value[...]
                while !rest.isEmpty {
                    let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
                    let element = rest[..<end].drop(while: \.isBlank)
                    let letters = element.prefix(option.utf8.count)
                    if letters.lazy.map(\.smallLetter).elementsEqual(option.utf8),
                        element[letters.endIndex...].allSatisfy(\.isBlank)
                    {
                        return true
                    }
                    rest = rest[end...].dropFirst()
                }
                return false
            }
        }
    }

    /// How the body that this head announces ends.
    ///
    /// - Throws: 400 for a Content-Length that is malformed, repeated, or beside a coding, 413 for
    ///   one over `limit`, whatever its number of digits; 501 for any coding but `chunked`.
    /// - Source: RFC 9112 §6.1 to §6.3
    func bodyFraming(limit: Int) throws(HTTPViolation) -> BodyFraming {
        let codings = self[values: .transferEncoding]
        guard codings.isEmpty else {
            // Which of the two counts is what smugglers make two readers disagree about.
            guard !contains(.contentLength) else {
                throw .malformed("Content-Length and Transfer-Encoding")
            }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw HTTPViolation(.notImplemented, "Transfer-Encoding")
            }
            return .chunks
        }
        let lengths = self[values: .contentLength]
        guard let length = lengths.first else { return .length(0) }
        // Even equal ones: which of them counts is a matter of opinion.
        guard lengths.count == 1 else { throw .malformed("several Content-Length fields") }
        guard !length.isEmpty, length.utf8.allSatisfy(\.isDigit) else {
            throw .malformed("Content-Length is not a number")
        }
        guard let count = Int(length), count <= limit else {
            throw HTTPViolation(.contentTooLarge, "body over the limit", limit: .bodyBytes)
        }
        return .length(count)
    }
}

extension HTTPField.Name {
    /// Whether this is Host, which the head of a request keeps as its authority instead.
    var isHost: Bool {
        canonicalName == "host"
    }
}
